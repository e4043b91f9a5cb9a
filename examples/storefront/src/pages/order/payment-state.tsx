import { useEffect } from 'preact/hooks'
import { Link, useSearch } from 'wouter-preact'
import type { Shapes } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.ts'
import { emptyPaidBasket } from '../../state/empty-paid-basket.ts'
import { TEXTS } from './texts.ts'

type Past = { statut: string; annuleePar: 'client' | 'boutique' | 'impaye' | null }[]

/** State of the payment, and the possible actions. */
export function PaymentState({ order, past }: { order: Shapes['Commande']; past: Past }) {
  const t = useTexts(TEXTS)
  const { euros } = useFormats()
  const told = new URLSearchParams(useSearch()).get('paiement')
  const { ordreId, statut, paiement, montantTotalCents, clientInfo } = order
  const isPaid = paiement.statut === 'paye'
  // A payment may be accepted after the customer has returned to the shop.
  useEffect(() => {
    if (isPaid) emptyPaidBasket(ordreId)
  }, [isPaid, ordreId])

  if (statut === 'ANNULEE')
    return (
      <p class="notice bad">
        {t[`cancelled_${past.findLast(({ statut }) => statut === 'ANNULEE')?.annuleePar ?? 'unknown'}`]}
        {paiement.payeCents > 0 && ` ${t.refunds(euros(paiement.payeCents))}`}
      </p>
    )
  if (paiement.statut === 'en_attente')
    return (
      <p class="notice" role="status">
        {told === 'deja' && `${t.already} `}
        {t.pending}
      </p>
    )
  if (isPaid && told === 'deja')
    return (
      <p class="notice" role="status">
        {t.already}
      </p>
    )
  if (isPaid)
    return told === 'merci' || told === 'accepte' ? (
      <div class="notice" role="status">
        <strong>{t.thanks}</strong>
        {typeof clientInfo.email === 'string' && <p>{t.mail(clientInfo.email)}</p>}
      </div>
    ) : null
  if (paiement.statut !== 'aucun') return null
  const words = { refuse: t.refused, annule: t.given }[told ?? ''] ?? t.unpaid
  return (
    <div class={told === 'refuse' ? 'notice bad' : 'notice'} role="status">
      <p>{words}</p>
      <div class="row">
        <Link class="button" href={`/paiement/${ordreId}`}>
          {t.pay(euros(montantTotalCents))}
        </Link>
        <Link class="link" href="/panier">
          {t.basket}
        </Link>
      </div>
    </div>
  )
}
