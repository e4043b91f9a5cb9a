import { useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { answerOf, api } from '../../api/client.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { defineTexts, useTexts } from '../../language/language.ts'
import { LoadError } from '../../parts/errors.tsx'
import { OrderCard } from '../../parts/order-card.tsx'
import type { Session } from '../../state/session.ts'

const PAGE = 10

const TEXTS = defineTexts({
  fr: {
    title: 'Mes commandes',
    none: 'Vous n’avez pas encore commandé.',
    invoice: 'Facture',
    more: 'Commandes plus anciennes',
  },
  en: {
    title: 'My orders',
    none: 'You have not ordered yet.',
    invoice: 'Invoice',
    more: 'Earlier orders',
  },
})

/** The customer's orders, newest first. Each order's own page shows its progress and offers cancellation. */
export function Orders({
  customer: { userId },
  isUntitled = false,
}: {
  customer: Session
  /** The page already has the title. */
  isUntitled?: boolean
}) {
  const t = useTexts(TEXTS)
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
      {!isUntitled && <h2>{t.title}</h2>}
      <LoadError error={error} again={again} />
      {data?.total === 0 && <p class="soft">{t.none}</p>}
      <ul>
        {data?.data.map(order => (
          <OrderCard key={order.ordreId} order={order}>
            {order.paiement.payeCents > 0 && (
              <Link class="link" href={`/compte/factures/${order.ordreId}`}>
                {t.invoice}
                <span class="unseen"> {order.ordreId}</span>
              </Link>
            )}
          </OrderCard>
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
