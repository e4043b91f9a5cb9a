/** Requests a second of one route in a small shop and in a large one. */
export type Pair = { name: string; small: number; large: number }

const WIDTH = 910
const LEFT = 310
const RIGHT = 110
const BAR = 13
const ROW = 2 * BAR + 14
const HEAD = 64
const COLOURS = { small: '#8fb8de', large: '#f2a65a' }

const number = (value: number) => Math.round(value).toLocaleString('en')

/** Both bars of each route as SVG; the longer one of a route is as long as there is room, so that what is compared is the two. */
export function plotPairs(pairs: readonly Pair[], sizes: { small: string; large: string }): string {
  const scaleOf = ({ small, large }: Pair) => (WIDTH - LEFT - RIGHT) / Math.max(small, large, 1)
  const bar = (pair: Pair, which: 'small' | 'large', y: number) => {
    const width = pair[which] * scaleOf(pair)
    return `<rect x="${LEFT}" y="${y}" width="${width.toFixed(1)}" height="${BAR - 1}" fill="${COLOURS[which]}"/><text x="${(LEFT + width + 6).toFixed(1)}" y="${y + 10}" font-size="11">${number(pair[which])}/s</text>`
  }
  const rows = pairs.map((pair, i) => {
    const y = HEAD + i * ROW
    return `<text x="${LEFT - 10}" y="${y + BAR + 4}" text-anchor="end">${pair.name}</text>${bar(pair, 'small', y)}${bar(pair, 'large', y + BAR)}`
  })
  const legend = (['small', 'large'] as const).map(
    (which, i) =>
      `<rect x="${LEFT + i * 200}" y="34" width="12" height="12" fill="${COLOURS[which]}"/><text x="${LEFT + i * 200 + 18}" y="44">${sizes[which]}</text>`,
  )
  const height = HEAD + pairs.length * ROW
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="13" fill="#222">
<title>Requests a second of everyday routes: ${sizes.small}, ${sizes.large}</title>
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
<text x="${LEFT}" y="20" font-size="14">Requests a second, more is better</text>
${[...legend, ...rows].join('\n')}
</svg>
`
}
