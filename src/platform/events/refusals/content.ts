import type { Message } from '../event.ts'

/** What no message may be kept with: the values of fields of these names, and what `mask` takes out of a text. */
export type NeverKept = { fields: readonly string[]; mask: (text: string) => string }

/** What of a body is kept. Only one that is whole can be taken in later. */
export type Integrity = 'entier' | 'tronque' | 'masque' | 'illisible' | 'efface'

/** Above what any area sends, and the limit of a request's body. */
const WHOLE_BYTES = 1024 * 1024
/** Enough to see what somebody sent. */
const SHOWN_CHARACTERS = 64 * 1024

/** The body as one text, and what of it that is. */
export function contentOf(
  { body, bytes }: Message,
  screens: readonly NeverKept[],
): { text: string; integrity: Integrity } {
  const json =
    bytes === undefined ? asJson(body, new Set(screens.flatMap(({ fields }) => fields))) : undefined
  const sent = json?.text ?? bytes?.toString('utf8', 0, WHOLE_BYTES).replaceAll('\0', '') ?? ''
  const text = maskedBy(screens, sent)
  if (!json) return { text: beginningOf(text), integrity: 'illisible' }
  if (Buffer.byteLength(text) > WHOLE_BYTES) return { text: beginningOf(text), integrity: 'tronque' }
  return { text, integrity: json.isLess || text !== sent ? 'masque' : 'entier' }
}

export const maskedBy = (screens: readonly NeverKept[], text: string) =>
  screens.reduce((masked, { mask }) => mask(masked), text)

const beginningOf = (text: string) => text.slice(0, SHOWN_CHARACTERS).toWellFormed()

/** Without the values of these fields. Undefined for what JSON cannot say, or is nested too deeply to be written. */
function asJson(body: unknown, fields: ReadonlySet<string>) {
  let isLess = false
  try {
    const text: string | undefined = JSON.stringify(body, (name, value) => {
      if (!fields.has(name)) return value
      isLess = true
      return undefined
    })
    return text === undefined ? undefined : { text, isLess }
  } catch {
    return undefined
  }
}
