import { Link } from 'wouter-preact'
import { useFormats } from '../../language/formats.ts'
import { defineTexts, useTexts } from '../../language/language.ts'
import { Page } from '../../parts/page.tsx'
import { knownOrders } from '../../state/orders.ts'
import { session } from '../../state/session.ts'

const TEXTS = defineTexts({
  fr: {
    title: 'Mes commandes',
    none: 'Aucune commande n’a été passée sur cet appareil.',
    here: 'Passées sur cet appareil :',
    signIn: 'Connectez-vous pour retrouver les autres',
    account: 'Toutes mes commandes',
  },
  en: {
    title: 'My orders',
    none: 'No order was placed on this device.',
    here: 'Placed on this device:',
    signIn: 'Sign in to find the others',
    account: 'All my orders',
  },
})

/** Orders placed in this browser, with or without an account. */
export default function Orders() {
  const t = useTexts(TEXTS)
  const { euros, moment } = useFormats()
  const orders = knownOrders.value
  return (
    <Page title={t.title} class="narrow-page">
      <p class="soft">{orders.length > 0 ? t.here : t.none}</p>
      <ul class="lines">
        {orders.map(({ ordreId, createdAt, totalCents }) => (
          <li key={ordreId}>
            <Link class="tile" href={`/commandes/${ordreId}`}>
              {moment(createdAt)}
              <span>
                {euros(totalCents)} · {ordreId}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {session.value ? (
        <Link class="link" href="/compte">
          {t.account}
        </Link>
      ) : (
        <Link class="link" href="/connexion?vers=/commandes">
          {t.signIn}
        </Link>
      )}
    </Page>
  )
}
