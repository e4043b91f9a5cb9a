import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const DOCUMENT = fileURLToPath(new URL('../../docs/deploy.md', import.meta.url))

/** Returns the code block of docs/deploy.md with these texts. Operators copy it, so the tests run the same text. */
export function readPrintedBlock(...texts: readonly string[]): string {
  const blocks = readFileSync(DOCUMENT, 'utf8').matchAll(/^```\w*\n([\s\S]*?)^```/gm)
  for (const [, block = ''] of blocks) if (texts.every(text => block.includes(text))) return block.trimEnd()
  throw new Error(`${DOCUMENT} shows no block with ${texts.join(' and ')}`)
}
