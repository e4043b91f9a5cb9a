import { createKeyedHash } from '../../encryption.ts'
import type { Message } from '../event.ts'
import type { DeadLetter } from './schemas.ts'

/** Removed from every dead letter: the values of fields with these names, and what `mask` removes from a text. */
export type Redaction = { fields: readonly string[]; mask: (text: string) => string }

/** Larger than any event of an area; the limit of a request's body. */
const WHOLE_BYTES = 1024 * 1024
/** Enough to recognise what was sent. */
const SHOWN_CHARACTERS = 64 * 1024

/** The body as text, and how complete that text is. */
export function contentOf(
  { body, bytes }: Message,
  screens: readonly Redaction[],
): Pick<DeadLetter, 'integrite'> & { corps: string } {
  const json = bytes ? undefined : toJson(body, new Set(screens.flatMap(({ fields }) => fields)))
  const sent = json?.text ?? bytes?.toString('utf8', 0, WHOLE_BYTES).replaceAll('\0', '') ?? ''
  const corps = masked(screens, sent)
  const beginning = corps.slice(0, SHOWN_CHARACTERS).toWellFormed()
  if (!json) return { corps: beginning, integrite: 'illisible' }
  if (Buffer.byteLength(corps) > WHOLE_BYTES) return { corps: beginning, integrite: 'tronque' }
  return { corps, integrite: json.isIncomplete || corps !== sent ? 'masque' : 'entier' }
}

export const masked = (screens: readonly Redaction[], text: string) =>
  screens.reduce((result, { mask }) => mask(result), text)

/** Undefined for what JSON cannot express, or what is nested too deeply to be written. */
function toJson(body: unknown, removed: ReadonlySet<string>) {
  let isIncomplete = false
  try {
    const text: string | undefined = JSON.stringify(body, (name, value) => {
      if (!removed.has(name)) return value
      isIncomplete = true
      return undefined
    })
    return text === undefined ? undefined : { text, isIncomplete }
  } catch {
    return undefined
  }
}

/** Identifiers of a person in a message. `names` are permanent; `addresses` may belong to somebody else later. */
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
  const keyedHash = createKeyedHash(secret, 'refused messages')
  const hash = (kind: string, ...parts: string[]) => keyedHash([kind, ...parts].join('\n'))
  return {
    ofMessage: (...parts: string[]) => hash('message', ...parts),
    ofNames: (names: readonly string[]) =>
      [...new Set(names.map(name => name.toLowerCase()))].map(name => hash('name', name)),
    ofWords: (text: string) => [...wordsOf(text)].map(word => hash('name', word)),
  }
}
