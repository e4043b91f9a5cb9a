import { useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { answerOf, api, type Shapes } from '../../api/client.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { useFormats } from '../../language/formats.ts'
import { defineTexts, useTexts } from '../../language/language.ts'
import { LoadError } from '../../parts/errors.tsx'
import type { Session } from '../../state/session.ts'

const PAGE = 10

const TEXTS = defineTexts({
  fr: {
    title: 'Mes commandes',
    none: 'Vous n’avez pas encore commandé.',
    invoice: 'Facture',
    open: (ordreId: string) => `Commande ${ordreId}`,
    more: 'Commandes plus anciennes',
    unpaid: 'En attente de paiement',
    EN_ATTENTE: 'Reçue',
    EN_PREPARATION: 'En préparation',
    EXPEDIEE: 'En route',
    LIVREE: 'Livrée',
    ANNULEE: 'Annulée',
    refunded: 'Remboursée',
  },
  en: {
    title: 'My orders',
    none: 'You have not ordered yet.',
    invoice: 'Invoice',
    open: (ordreId: string) => `Order ${ordreId}`,
    more: 'Earlier orders',
    unpaid: 'Waiting to be paid',
    EN_ATTENTE: 'Received',
    EN_PREPARATION: 'In preparation',
    EXPEDIEE: 'On its way',
    LIVREE: 'Delivered',
    ANNULEE: 'Cancelled',
    refunded: 'Refunded',
  },
})

/** Returns a function that describes the state of an order in a word or two. */
function useStanding() {
  const t = useTexts(TEXTS)
  return ({ statut, paiement }: Shapes['Commande']) => {
    if (paiement.statut === 'rembourse') return t.refunded
    if (statut === 'EN_ATTENTE' && paiement.statut === 'aucun') return t.unpaid
    return t[statut]
  }
}

/** The customer's orders, newest first. Each order's own page shows its progress and offers cancellation. */
export function Orders({ customer: { userId } }: { customer: Session }) {
  const t = useTexts(TEXTS)
  const { euros, moment } = useFormats()
  const standing = useStanding()
  const [limit, widen] = useState(PAGE)
  const { data, error, isLoading, again } = useAnswer(`orders ${userId} ${limit}`, signal =>
    answerOf(
      api.GET('/api/commandes/user/{userId}', {
        signal,
        params: { path: { userId: String(userId) }, query: { limit } },
      }),
    ),
  )
  return (
    <section class="section account-orders">
      <h2>{t.title}</h2>
      <LoadError error={error} again={again} />
      {data?.total === 0 && <p class="soft">{t.none}</p>}
      <ul>
        {data?.data.map(order => (
          <li key={order.ordreId} class="box">
            <Link class="link" href={`/commandes/${order.ordreId}`}>
              {t.open(order.ordreId)}
            </Link>
            <p class="row">
              <span>{standing(order)}</span>
              <strong>{euros(order.montantTotalCents)}</strong>
              <span class="soft small">{moment(order.createdAt)}</span>
            </p>
            {order.paiement.payeCents > 0 && (
              <Link class="link" href={`/compte/factures/${order.ordreId}`}>
                {t.invoice}
                <span class="unseen"> {order.ordreId}</span>
              </Link>
            )}
          </li>
        ))}
      </ul>
      {data && data.total > data.data.length && limit < 100 && (
        <button
          type="button"
          class="button quiet"
          disabled={isLoading}
          onClick={() => widen(Math.min(100, limit + 30))}
        >
          {t.more}
        </button>
      )}
    </section>
  )
}
