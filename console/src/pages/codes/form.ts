import type { NewCodes } from './codes.ts'
import type { newCodeTexts } from './texts.ts'

type Count = number | ''

/** The form for new codes: an empty number means no limit. */
export type Values = {
  promotion: string | null
  kind: 'one' | 'many'
  code: string
  count: Count
  prefix: string
  most: Count
  mostOfEach: Count
  perCustomer: Count
  end: string
}

export const createDefaultValues = (promotionId: number | undefined): Values => ({
  promotion: promotionId === undefined ? null : String(promotionId),
  ...{ kind: 'one', code: '', count: 100, prefix: '', most: '', mostOfEach: 1, perCustomer: '', end: '' },
})

const orNull = (count: Count) => (count === '' ? null : count)

export function bodyOf(values: Values): NewCodes {
  const { promotion, kind, code, count, prefix, most, mostOfEach, perCustomer, end } = values
  return {
    promotionId: Number(promotion),
    ...(kind === 'one'
      ? { code: code.trim(), utilisationsMax: orNull(most) }
      : {
          nombre: Number(count),
          utilisationsMax: orNull(mostOfEach),
          ...(prefix.trim() && { prefixe: prefix.trim() }),
        }),
    utilisationsParClient: orNull(perCustomer),
    // A day without time is valid until its end in Paris.
    dateFin: end || null,
  }
}

const FORMAT = /^[A-Za-z0-9]+(?:[ -]+[A-Za-z0-9]+)*$/
const signsIn = (text: string) => text.replaceAll(/[ -]/g, '').length
const isCode = (text: string) => FORMAT.test(text) && signsIn(text) >= 4 && signsIn(text) <= 40
const isPrefix = (text: string) => FORMAT.test(text) && signsIn(text) <= 20

/** Returns validation errors by field, with `today` as `2026-11-26`. The server validates the values again. */
export function validateCodes(
  { promotion, kind, code, count, prefix, end }: Values,
  words: typeof newCodeTexts.fr | typeof newCodeTexts.en,
  today: string,
): Partial<Record<keyof Values, string>> {
  const isMany = kind === 'many'
  return {
    ...(promotion === null && { promotion: words.needed }),
    ...(!isMany && !isCode(code.trim()) && { code: words.badCode }),
    ...(isMany && (count === '' || count < 1 || count > 100_000) && { count: words.badCount }),
    ...(isMany && prefix.trim() !== '' && !isPrefix(prefix.trim()) && { prefix: words.badPrefix }),
    ...(end !== '' && end < today && { end: words.past }),
  }
}
