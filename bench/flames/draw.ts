import type { Frame, Owner } from './read-profile.ts'

const WIDTH = 1_200
const ROW = 17
const HEAD = 28
/** Of a character, at the size of the text. */
const LETTER = 6.1
/** Narrower frames say nothing. */
const LEAST = 1.5

const COLOURS: Record<Owner, string> = {
  platform: '#f2a65a',
  package: '#8fb8de',
  node: '#c9d6c1',
  engine: '#dddddd',
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** A flame graph as SVG: what called what, from above; a frame is as wide as the processor time that it took. */
export function drawFlames(root: Frame, title: string): string {
  const scale = WIDTH / root.ms
  const boxes: string[] = []
  let deepest = 0

  function draw({ label, owner, ms, calls }: Frame, x: number, depth: number) {
    const width = ms * scale
    if (width < LEAST) return
    deepest = Math.max(deepest, depth)
    const y = HEAD + depth * ROW
    const share = `${((100 * ms) / root.ms).toFixed(1)} %`
    const letters = Math.floor((width - 4) / LETTER)
    const text = letters < 3 ? '' : label.length > letters ? `${label.slice(0, letters - 1)}…` : label
    boxes.push(
      `<g><title>${escaped(label)}: ${share}</title><rect x="${x.toFixed(1)}" y="${y}" width="${(width - 0.5).toFixed(1)}" height="${ROW - 1}" fill="${COLOURS[owner]}"/>${text ? `<text x="${(x + 3).toFixed(1)}" y="${y + 12}">${escaped(text)}</text>` : ''}</g>`,
    )
    let from = x
    for (const call of [...calls.values()].sort((a, b) => b.ms - a.ms)) {
      draw(call, from, depth + 1)
      from += call.ms * scale
    }
  }
  draw(root, 0, 0)
  const height = HEAD + (deepest + 1) * ROW + 4
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="ui-monospace, monospace" font-size="10" fill="#222">
<title>${escaped(title)}</title>
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
<text x="4" y="18" font-size="13">${escaped(title)}</text>
${boxes.join('\n')}
</svg>
`
}
