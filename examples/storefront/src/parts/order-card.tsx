import type { ComponentChildren } from 'preact'
import { Link } from 'wouter-preact'
import type { Shapes } from '../api/client.ts'
import { useFormats } from '../language/formats.ts'
import { defineTexts, useTexts } from '../language/language.ts'
import { OrderPictures } from './ordered-articles.tsx'
import { Reorder } from './reorder.tsx'

const TEXTS = defineTexts({
  fr: {
    open: (ordreId: string) => `Commande ${ordreId}`,
    unpaid: 'En attente de paiement',
    EN_ATTENTE: 'Reçue',
    EN_PREPARATION: 'En préparation',
    EXPEDIEE: 'En route',
    LIVREE: 'Livrée',
    ANNULEE: 'Annulée',
    refunded: 'Remboursée',
  },
  en: {
    open: (ordreId: string) => `Order ${ordreId}`,
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

/** An order in a list, with its pictures. Its own page shows the progress and offers the cancellation. */
export function OrderCard({ order, children }: { order: Shapes['Commande']; children?: ComponentChildren }) {
  const t = useTexts(TEXTS)
  const { euros, moment } = useFormats()
  const standing = useStanding()
  return (
    <li class="box">
      <Link class="link" href={`/commandes/${order.ordreId}`}>
        {t.open(order.ordreId)}
      </Link>
      <p class="row">
        <span>{standing(order)}</span>
        <strong>{euros(order.montantTotalCents)}</strong>
        <span class="soft small">{moment(order.createdAt)}</span>
      </p>
      <OrderPictures order={order} />
      <div class="row">
        {children}
        <Reorder order={order} />
      </div>
    </li>
  )
}
