import type { Payment } from '../schemas.ts'

const NO_BREAK = '\u00a0'

const days = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'Europe/Paris' })

/** Formats the date in Paris as in “22 novembre 2026”. */
export const formatDay = (moment: Date | string) => days.format(new Date(moment)).replace(' ', NO_BREAK)

/** Makes the spaces that French puts before punctuation, `€` and `%`, and the one after “n°”, no-break spaces. */
export const typeset = (text: string) =>
  text.replaceAll(/ (?=[;:!?€%])/g, NO_BREAK).replaceAll('n° ', `n°${NO_BREAK}`)

const MEANS: Record<string, string> = { carte_bancaire: 'carte bancaire', especes: 'espèces' }
const BRANDS: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  cb: 'CB',
}

/** Formats the means of payment as in “carte bancaire (Visa)”. */
export function formatMeans({ moyen, marque }: Payment): string {
  const name = MEANS[moyen] ?? 'autre moyen'
  return marque === null ? name : `${name} (${BRANDS[marque.toLowerCase()] ?? marque})`
}
