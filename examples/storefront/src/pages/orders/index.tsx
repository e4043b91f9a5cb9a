import { Link } from 'wouter-preact'
import { Orders as CustomerOrders } from '../../account/overview/orders.tsx'
import { answerOf, api, isMissing } from '../../api/client.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { defineTexts, useTexts } from '../../language/language.ts'
import { LoadError } from '../../parts/errors.tsx'
import { Loading } from '../../parts/loading.tsx'
import { OrderCard } from '../../parts/order-card.tsx'
import { Page } from '../../parts/page.tsx'
import { knownOrders } from '../../state/orders.ts'
import { session } from '../../state/session.ts'

const TEXTS = defineTexts({
  fr: {
    title: 'Mes commandes',
    none: 'Aucune commande n’a été passée sur cet appareil.',
    here: 'Passées ou ouvertes sur cet appareil :',
    signIn: 'Connectez-vous pour retrouver les autres',
    follow: 'Suivre une commande passée sans compte',
  },
  en: {
    title: 'My orders',
    none: 'No order was placed on this device.',
    here: 'Placed or opened on this device:',
    signIn: 'Sign in to find the others',
    follow: 'Track an order placed without an account',
  },
})

/** Reads an order; nothing if it no longer exists. */
const readOrder = (ordreId: string, signal: AbortSignal) =>
  answerOf(api.GET('/api/commandes/{ordreId}', { params: { path: { ordreId } }, signal })).catch(error => {
    if (isMissing(error)) return undefined
    throw error
  })

/** Orders placed or opened in this browser, with or without an account. */
function KnownOrders() {
  const t = useTexts(TEXTS)
  const ids = knownOrders.value.map(({ ordreId }) => ordreId)
  const { data, error, again } = useAnswer(`known ${ids}`, signal =>
    Promise.all(ids.map(ordreId => readOrder(ordreId, signal))),
  )
  return (
    <section class="section account-orders">
      <p class="soft">{ids.length > 0 ? t.here : t.none}</p>
      <LoadError error={error} again={again} />
      {!data && !error && <Loading />}
      <ul>{data?.map(order => order && <OrderCard key={order.ordreId} order={order} />)}</ul>
    </section>
  )
}

/** The orders of the customer, or those known to this browser. */
export default function Orders() {
  const t = useTexts(TEXTS)
  const customer = session.value
  return (
    <Page title={t.title} class="narrow-page">
      {customer ? <CustomerOrders customer={customer} isUntitled /> : <KnownOrders />}
      <p class="row">
        {!customer && (
          <Link class="link" href="/connexion?vers=/commandes">
            {t.signIn}
          </Link>
        )}
        <Link class="link" href="/suivre">
          {t.follow}
        </Link>
      </p>
    </Page>
  )
}
