import { cardBrand, cardDigits, cardExpiry, isExpired, withSlash } from '../cards/card.ts'
import type { Card } from '../providers/provider.ts'
import type { Words } from './words/words.ts'

export type CardFields = Partial<Record<'cardNumber' | 'expirationDate' | 'cvc' | 'cardHolderName', string>>
export type CardFaults = CardFields

/** The card that was typed, or what is wrong with it, field by field. `month` is `YYYY-MM`. */
export function readCard(
  fields: CardFields,
  month: string,
  { script }: Words,
): { card: Required<Card> } | { faults: CardFaults } {
  const { cardNumber = '', expirationDate = '', cvc = '', cardHolderName = '' } = fields
  const digits = cardDigits(cardNumber)
  const expiry = cardExpiry(withSlash(expirationDate))
  const cvcDigits = digits && cardBrand(digits) === 'amex' ? 4 : 3
  const faults: CardFaults = {
    ...(!digits && { cardNumber: cardNumber.trim() ? script.numberWrong : script.numberLacking }),
    ...(!expiry && { expirationDate: script.expiryWrong }),
    ...(expiry && isExpired(expiry, month) && { expirationDate: script.expired }),
    ...(!/^\d+$/.test(cvc) || cvc.length !== cvcDigits
      ? { cvc: script.cvcWrong.replace('#', String(cvcDigits)) }
      : {}),
    ...((cardHolderName === '' || cardHolderName.length > 150) && {
      cardHolderName: script.holderLacking,
    }),
  }
  if (!digits || !expiry || Object.keys(faults).length > 0) return { faults }
  return { card: { cardNumber: digits, expirationDate: expiry, cvc, cardHolderName } }
}
