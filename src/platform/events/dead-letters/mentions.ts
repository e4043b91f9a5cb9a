import { createHmac, hkdfSync } from 'node:crypto'

/** What identifies a person in a message. `names` are theirs for good; somebody else may have `addresses` later. */
export type Mentions = {
  names: readonly string[]
  addresses: readonly string[]
  /** Numbers that identify the person in fields of these names alone: in what areas send, and in what outside applications do. */
  numbers: { fields: readonly string[]; inside: readonly number[]; outside: readonly number[] }
}

const WORD = /[^\s"\\,:;=/{}[\]()<>]+/g
const AT_ITS_EDGES = /^['’.!?]+|(?<!['’.!?])['’.!?]+$/g

/** The words of a text in lower case; each identifier and address is one word. */
const wordsOf = (text: string) =>
  new Set((text.match(WORD) ?? []).map(word => word.replace(AT_ITS_EDGES, '').toLowerCase()))

/** Returns a function that reports whether a text mentions the person; `isOutside` for a message that no area sends. */
export function mentionFinder({ names, addresses, numbers }: Mentions) {
  const known = [...names, ...addresses].map(name => name.toLowerCase())
  const [inside, outside] = [new Set(numbers.inside.map(String)), new Set(numbers.outside.map(String))]
  const inFields = new RegExp(`"(?:${numbers.fields.join('|')})":\\s*"?(\\d{1,16})\\b`, 'g')
  return (text: string, isOutside: boolean): boolean => {
    const words = wordsOf(text)
    if (known.some(name => words.has(name))) return true
    const meant = isOutside ? outside : inside
    return meant.size > 0 && text.matchAll(inFields).some(([, number = '']) => meant.has(number))
  }
}

/** Keyed hashes: whoever has the table alone cannot try all possible names. */
export function hashesWith(secret: string) {
  // The label stays as it is: hashes are stored.
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'comptoir refused messages', 32))
  const hash = (kind: string, ...parts: string[]) =>
    createHmac('sha256', key)
      .update([kind, ...parts].join('\n'))
      .digest()
  return {
    ofMessage: (...parts: string[]) => hash('message', ...parts),
    ofNames: (names: readonly string[]) =>
      [...new Set(names.map(name => name.toLowerCase()))].map(name => hash('name', name)),
    ofWords: (text: string) => [...wordsOf(text)].map(word => hash('name', word)),
  }
}
