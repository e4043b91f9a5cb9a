import { useEffect } from 'preact/hooks'
import { Redirect, useSearch } from 'wouter-preact'
import { answerOf, api, ComptoirError } from '../../api/client.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { defineTexts, useTexts } from '../../language/language.ts'
import { LoadError } from '../../parts/errors.tsx'
import { Loading } from '../../parts/loading.tsx'
import { Page } from '../../parts/page.tsx'
import { emptyPaidBasket } from '../../state/empty-paid-basket.ts'

const TEXTS = defineTexts({ fr: { title: 'Retour du paiement' }, en: { title: 'Payment confirmation' } })

type Way = { ordreId: string; transactionId: string; authorizationId: string | null }

/**
 * Confirms the order with the payment of the address, and returns whether it succeeded. Anybody can type the address,
 * so the server decides. Throws if the server is unavailable or the limit of calls is reached.
 */
async function confirm({ ordreId, transactionId, authorizationId }: Way, signal: AbortSignal) {
  const params = { path: { ordreId } }
  const order = await answerOf(api.GET('/api/commandes/{ordreId}', { params, signal }))
  const amount = (order.montantTotalCents / 100).toFixed(2)
  try {
    const body = { transactionId, authorizationId, amount }
    await answerOf(api.POST('/api/commandes/{ordreId}/confirmer-paiement', { params, body, signal }))
    return true
  } catch (error) {
    // The payment is pending, refused, or for another order: the order's page shows its state.
    if (error instanceof ComptoirError && error.status < 500 && error.status !== 429) return false
    throw error
  }
}

/** The return address of the payment page: confirms the payment and continues to the order. */
export default function Return() {
  const t = useTexts(TEXTS)
  const query = new URLSearchParams(useSearch())
  const ordreId = query.get('orderId')
  const transactionId = query.get('transactionId')
  const status = query.get('status')
  const way =
    ordreId && transactionId && status === 'accepte'
      ? { ordreId, transactionId, authorizationId: query.get('authorizationId') }
      : undefined
  const { data, error, again } = useAnswer(way && `return ${transactionId}`, signal =>
    way ? confirm(way, signal) : Promise.resolve(false),
  )
  useEffect(() => {
    if (data && ordreId) emptyPaidBasket(ordreId)
  }, [data, ordreId])

  if (error)
    return (
      <Page title={t.title}>
        <LoadError error={error} again={again} />
      </Page>
    )
  if (!ordreId) return <Redirect to="/" replace />
  if (way && data === undefined) return <Loading />
  const told = data ? 'merci' : (status ?? '')
  return <Redirect to={`/commandes/${encodeURIComponent(ordreId)}?paiement=${told}`} replace />
}
