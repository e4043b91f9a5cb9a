import { creditAmounts, lessCredits, totalsOf, USUAL_RATE } from '../pricing/vat.ts'
import type { CreditContent, CreditNote, Invoice } from './schemas.ts'
import type { WantedCredit } from './tables.ts'

/** What a credit note shows; undefined when nothing is left of the invoice that it could take back. */
export function creditNoteOf(
  invoice: Pick<Invoice, 'numero' | 'emiseLe' | 'parTaux' | 'lignes'>,
  earlier: readonly Pick<CreditNote, 'parTaux'>[],
  { montantCents, lignes }: Pick<WantedCredit, 'montantCents' | 'lignes'>,
): CreditContent | undefined {
  const left = lessCredits(
    invoice.parTaux,
    earlier.flatMap(({ parTaux }) => parTaux),
  )
  const returned = (lignes ?? []).map(line => {
    const { nom = line.articleId, tauxTva = line.tauxTva ?? USUAL_RATE } =
      invoice.lignes.find(({ articleId }) => articleId === line.articleId) ?? {}
    return { ...line, nom, tauxTva }
  })
  const parTaux = creditAmounts(left, montantCents, returned)
  if (parTaux.length === 0) return undefined
  return {
    facture: { numero: invoice.numero, emiseLe: invoice.emiseLe },
    lignes: returned,
    parTaux,
    totaux: totalsOf(parTaux),
  }
}
