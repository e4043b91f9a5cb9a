import type { Shapes } from '../../api/client.ts'
import type { Formats } from '../../language/formats.ts'
import { centsOf } from '../../sales/cents.ts'
import { authorsOf } from './authors.ts'
import type { historyTexts } from './history-texts.ts'

export type Moment = {
  key: string
  at: string
  title: string
  details: string[]
  tone: 'good' | 'bad' | 'plain'
}
type Known = {
  file: Shapes['DossierCommande']
  payments: readonly Shapes['Transaction'][]
  mails: readonly Shapes['Courriel'][]
  slips: readonly Shapes['Bordereau'][]
}
type Authors = ReturnType<typeof authorsOf>
type Words = typeof historyTexts.fr | typeof historyTexts.en

const filled = (...details: (string | null | undefined | false)[]) =>
  details.filter((detail): detail is string => typeof detail === 'string' && detail !== '')

/** The history of an order from all areas, oldest first. */
export function historyOf(
  { file, payments, mails, slips }: Known,
  words: Words,
  { euros }: Pick<Formats, 'euros'>,
): Moment[] {
  const authors = authorsOf(file, words)
  return [
    ...ownMoments(file, authors, words, euros),
    ...moneyBack(file, payments, authors, words, euros),
    ...payments.filter(({ transactionRembourseeId }) => transactionRembourseeId === null).map(paymentMade),
    ...slips.map(
      ({ id, numero, createdAt }): Moment => ({
        ...{ key: `slip-${id}`, at: createdAt, title: words.slip(numero), details: [], tone: 'plain' },
      }),
    ),
    ...mails.map(
      ({ id, statut, sujet, destinataire, envoyeLe, createdAt, derniereErreur }): Moment => ({
        ...{ key: `mail-${id}`, at: envoyeLe ?? createdAt, title: words[`mail_${statut}`](sujet) },
        details: filled(destinataire, statut === 'abandonne' && derniereErreur),
        tone: statut === 'abandonne' ? 'bad' : 'plain',
      }),
    ),
  ].sort((a, b) => new Date(a.at).getTime() - new Date(b.at).getTime())

  function paymentMade({ id, status, montant, moyenPaiement, createdAt }: Shapes['Transaction']): Moment {
    const { type, brand, last4 } = moyenPaiement
    return {
      ...{ key: `payment-${id}`, at: createdAt, title: words[status](euros(centsOf(montant))) },
      details: filled(
        type === 'especes' ? words.cash : last4 && `${brand ?? ''} •••• ${last4}`.trim(),
        `n° ${id}`,
      ),
      tone: status === 'refuse' ? 'bad' : status === 'accepte' ? 'good' : 'plain',
    }
  }
}

/** Events recorded by the orders area: placing, confirmation, statuses, documents. */
function ownMoments(file: Known['file'], authors: Authors, words: Words, euros: Formats['euros']): Moment[] {
  const [, ...moves] = file.statuts
  return [
    ...authors.corrections.map(
      ({ id, le, author }): Moment => ({
        ...{ key: `recipient-${id}`, at: le, title: words.corrected, details: [author], tone: 'plain' },
      }),
    ),
    ...authors.notes.map(
      ({ id, le, author }): Moment => ({
        ...{ key: `note-${id}`, at: le, title: words.noteChanged, details: [author], tone: 'plain' },
      }),
    ),
    {
      ...{ key: 'placed', at: file.createdAt, title: words.placed(euros(file.montantTotalCents)) },
      ...{ details: [], tone: 'plain' },
    },
    ...(file.confirmeeLe
      ? [
          {
            key: 'confirmed',
            at: file.confirmeeLe,
            title: words.confirmed,
            details: [],
            tone: 'good' as const,
          },
        ]
      : []),
    ...moves.map(
      ({ statut, createdAt, trackingNumber, commentaire, noteInterne, annuleePar }, i): Moment => ({
        ...{
          key: `status-${i}`,
          at: createdAt,
          title: annuleePar ? words[`cancelled_${annuleePar}`] : words[statut],
        },
        details: filled(
          trackingNumber && words.tracking(trackingNumber),
          commentaire,
          noteInterne && words.note(noteInterne),
          authors.ofStatus.get(i),
        ),
        tone: statut === 'ANNULEE' ? 'bad' : statut === 'LIVREE' ? 'good' : 'plain',
      }),
    ),
    ...file.pieces.map(
      ({ numero, nature, montantCents, emiseLe }): Moment => ({
        ...{ key: numero, at: emiseLe, details: [], tone: 'plain' },
        title: nature === 'facture' ? words.facture(numero) : words.avoir(numero, euros(montantCents)),
      }),
    ),
  ]
}

/** Refunds and returns; the refund of a return is part of the return's entry. */
function moneyBack(
  { remboursements, retours, articlesCommandes }: Known['file'],
  payments: Known['payments'],
  authors: Authors,
  words: Words,
  euros: Formats['euros'],
): Moment[] {
  const names = new Map(articlesCommandes.map(({ articleId, nom }) => [articleId, nom]))
  const ofReturns = new Set(retours.map(({ remboursementId }) => remboursementId))
  const reasons = new Map(payments.map(({ id, motif }) => [String(id), motif]))
  return [
    ...remboursements
      .filter(({ remboursementId }) => !ofReturns.has(remboursementId))
      .map(
        ({ remboursementId, montantCents, createdAt }): Moment => ({
          ...{ key: `refund-${remboursementId}`, at: createdAt, title: words.refunded(euros(montantCents)) },
          ...{
            details: filled(reasons.get(remboursementId), authors.ofRefund.get(remboursementId)),
            tone: 'bad',
          },
        }),
      ),
    ...retours.map(
      ({ retourId, articles, motif, montantCents, remisEnStock, termineLe, createdAt }): Moment => ({
        ...{ key: `return-${retourId}`, at: createdAt, tone: 'bad' },
        title: words.returned(
          articles
            .map(({ articleId, quantite }) => `${quantite} × ${names.get(articleId) ?? articleId}`)
            .join(', '),
        ),
        details: filled(
          termineLe ? words.returnRefunded(euros(montantCents)) : words.returnWaits,
          remisEnStock ? words.restocked : words.notRestocked,
          motif,
          authors.ofReturn.get(retourId),
        ),
      }),
    ),
  ]
}
