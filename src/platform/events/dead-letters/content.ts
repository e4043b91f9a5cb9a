import { createKeyedHash } from '../../encryption.ts'
import type { Message } from '../event.ts'
import type { DeadLetter } from './schemas.ts'

/**
 * The data that is removed from every dead letter: values of fields with these names, and the parts of texts that
 * `mask` replaces.
 */
export type Redaction = { fields: readonly string[]; mask: (text: string) => string }

/** Larger than any event of an area; equal to the body limit of requests. */
const MAX_BYTES = 1024 * 1024
/** Enough of a body to recognize the message. */
const EXCERPT_LENGTH = 64 * 1024

/** Returns the redacted body as text, or only its beginning, and states how complete that text is. */
export function contentOf(
  { body, bytes }: Message,
  redactions: readonly Redaction[],
): Pick<DeadLetter, 'integrite'> & { corps: string } {
  const json = bytes ? undefined : toJson(body, new Set(redactions.flatMap(({ fields }) => fields)))
  const sent = json?.text ?? bytes?.toString('utf8', 0, MAX_BYTES).replaceAll('\0', '') ?? ''
  const corps = redact(redactions, sent)
  const beginning = corps.slice(0, EXCERPT_LENGTH).toWellFormed()
  if (!json) return { corps: beginning, integrite: 'illisible' }
  if (Buffer.byteLength(corps) > MAX_BYTES) return { corps: beginning, integrite: 'tronque' }
  return { corps, integrite: json.isIncomplete || corps !== sent ? 'masque' : 'entier' }
}

export const redact = (redactions: readonly Redaction[], text: string) =>
  redactions.reduce((result, { mask }) => mask(result), text)

/**
 * Serializes a body without the removed fields; undefined if it cannot be expressed in JSON or is nested too deeply.
 */
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

/** Identifiers of a person in a message. `names` are permanent; `addresses` may later belong to another person. */
export type Mentions = {
  names: readonly string[]
  addresses: readonly string[]
  /**
   * Numbers that identify the person only in these fields: `inside` in messages of areas, `outside` in those of
   * applications.
   */
  numbers: { fields: readonly string[]; inside: readonly number[]; outside: readonly number[] }
}

const WORD = /[^\s"\\,:;=/{}[\]()<>]+/g
const EDGE_PUNCTUATION = /^['’.!?]+|(?<!['’.!?])['’.!?]+$/g

/** Returns the words of a text in lower case; each identifier and address is one word. */
const wordsOf = (text: string) =>
  new Set((text.match(WORD) ?? []).map(word => word.replace(EDGE_PUNCTUATION, '').toLowerCase()))

/** Returns a function that checks whether a text mentions the person; `isOutside` is true for messages of applications. */
export function createMentionFinder({ names, addresses, numbers }: Mentions) {
  const identifiers = [...names, ...addresses].map(name => name.toLowerCase())
  const [inside, outside] = [new Set(numbers.inside.map(String)), new Set(numbers.outside.map(String))]
  const inFields = new RegExp(`"(?:${numbers.fields.join('|')})":\\s*"?(\\d{1,16})\\b`, 'g')
  return (text: string, isOutside: boolean): boolean => {
    const words = wordsOf(text)
    if (identifiers.some(name => words.has(name))) return true
    const numbersToFind = isOutside ? outside : inside
    return (
      numbersToFind.size > 0 && text.matchAll(inFields).some(([, number = '']) => numbersToFind.has(number))
    )
  }
}

/** Returns functions for keyed hashes: access to the table alone does not suffice to try all possible names. */
export function createHasher(secret: string) {
  // The label must not change, because hashes are stored.
  const keyedHash = createKeyedHash(secret, 'refused messages')
  const hash = (kind: string, ...parts: string[]) => keyedHash([kind, ...parts].join('\n'))
  return {
    ofMessage: (...parts: string[]) => hash('message', ...parts),
    ofNames: (names: readonly string[]) =>
      [...new Set(names.map(name => name.toLowerCase()))].map(name => hash('name', name)),
    ofWords: (text: string) => [...wordsOf(text)].map(word => hash('name', word)),
  }
}
