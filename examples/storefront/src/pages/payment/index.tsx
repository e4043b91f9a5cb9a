import { useEffect } from 'preact/hooks'
import { Link, Redirect, useParams } from 'wouter-preact'
import { answerOf, api } from '../../api/client.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { config } from '../../config.ts'
import { useFormats } from '../../language/formats.ts'
import { defineTexts, useTexts } from '../../language/language.ts'
import { ErrorNotice } from '../../parts/errors.tsx'
import { Loading } from '../../parts/loading.tsx'
import { Page } from '../../parts/page.tsx'
import { beginPayment } from './begin-payment.ts'
import { PaymentFrame } from './frame.tsx'

const TEXTS = defineTexts({
  fr: {
    title: 'Paiement',
    of: (total: string) => `Total : ${total}. Vos articles sont réservés pendant 30 minutes.`,
    order: 'Voir la commande',
    again: 'Revenir au panier',
  },
  en: {
    title: 'Payment',
    of: (total: string) => `Total: ${total}. Your items are reserved for 30 minutes.`,
    order: 'See the order',
    again: 'Back to the basket',
  },
})

/** The payment of an order: in a frame, or by redirecting to the payment page. */
export default function Payment() {
  const t = useTexts(TEXTS)
  const { euros } = useFormats()
  const { ordreId = '' } = useParams()
  const { data, error } = useAnswer(`payment ${ordreId}`, async signal => {
    const order = await answerOf(
      api.GET('/api/commandes/{ordreId}', { params: { path: { ordreId } }, signal }),
    )
    // The order is paid or its payment is pending: the order's page shows its state.
    if (order.paiement.statut !== 'aucun') return { order }
    return { order, url: await beginPayment(order) }
  })
  const leaves = config.payment === 'redirect' ? data?.url : undefined
  useEffect(() => {
    if (leaves) window.location.replace(leaves)
  }, [leaves])

  if (error)
    return (
      <Page title={t.title}>
        <ErrorNotice error={error} />
        <p class="row">
          <Link class="link" href={`/commandes/${ordreId}`}>
            {t.order}
          </Link>
          <Link class="link" href="/panier">
            {t.again}
          </Link>
        </p>
      </Page>
    )
  if (!data || leaves) return <Loading />
  if (!data.url) return <Redirect to={`/commandes/${ordreId}`} replace />
  return (
    <Page title={t.title} class="narrow-page">
      <p class="soft">{t.of(euros(data.order.montantTotalCents))}</p>
      <PaymentFrame url={data.url} />
      <Link class="link" href={`/commandes/${ordreId}`}>
        {t.order}
      </Link>
    </Page>
  )
}
