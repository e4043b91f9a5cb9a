import type { Message } from '../event.ts'
import type { DeadLetter } from './schemas.ts'

/** Removed from every dead letter: the values of fields with these names, and what `mask` removes from a text. */
export type NeverKept = { fields: readonly string[]; mask: (text: string) => string }

/** Larger than any event of an area; the limit of a request's body. */
const WHOLE_BYTES = 1024 * 1024
/** Enough to recognise what was sent. */
const SHOWN_CHARACTERS = 64 * 1024

/** The body as text, and how complete that text is. */
export function contentOf(
  { body, bytes }: Message,
  screens: readonly NeverKept[],
): Pick<DeadLetter, 'integrite'> & { corps: string } {
  const json = bytes ? undefined : toJson(body, new Set(screens.flatMap(({ fields }) => fields)))
  const sent = json?.text ?? bytes?.toString('utf8', 0, WHOLE_BYTES).replaceAll('\0', '') ?? ''
  const corps = masked(screens, sent)
  const beginning = corps.slice(0, SHOWN_CHARACTERS).toWellFormed()
  if (!json) return { corps: beginning, integrite: 'illisible' }
  if (Buffer.byteLength(corps) > WHOLE_BYTES) return { corps: beginning, integrite: 'tronque' }
  return { corps, integrite: json.isIncomplete || corps !== sent ? 'masque' : 'entier' }
}

export const masked = (screens: readonly NeverKept[], text: string) =>
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
