import { useLocation } from 'wouter-preact'
import { answerOf, api } from '../../api/client.ts'
import { useProfile } from '../../api/profile.ts'
import { useAction } from '../../api/use-action.ts'
import { useTexts } from '../../language/language.ts'
import { ErrorNotice, LoadError } from '../../parts/errors.tsx'
import { Loading } from '../../parts/loading.tsx'
import { Page } from '../../parts/page.tsx'
import { endSession } from '../../state/session.ts'
import { requireCustomer } from '../require-customer.tsx'
import { Addresses } from './addresses.tsx'
import { Cards } from './cards.tsx'
import { Deletion } from './deletion.tsx'
import { Details } from './details.tsx'
import { EmailConfirmation } from './email-confirmation.tsx'
import { Orders } from './orders.tsx'
import { Password } from './password.tsx'
import { Points } from './points.tsx'
import { TEXTS } from './texts.ts'

/** A customer's account: orders, points, details, addresses, password, cards, sign-out and deletion. */
export default requireCustomer(function Overview({ customer }) {
  const t = useTexts(TEXTS)
  const [, go] = useLocation()
  const { data, error, again } = useProfile()
  const leaving = useAction(async (everywhere: boolean) => {
    if (everywhere) await answerOf(api.DELETE('/api/v1/publique/sessions'))
    else await answerOf(api.POST('/api/auth/logout'))
    endSession({ byItself: false })
    go('/')
  })
  if (!data)
    return <Page title={t.title}>{error ? <LoadError error={error} again={again} /> : <Loading />}</Page>
  return (
    <Page title={t.title}>
      <p>{t.hello(`${data.prenom} ${data.nom}`)}</p>
      {!data.courrielProuve && <EmailConfirmation email={data.email} />}
      <Points points={data.pointsFidelite} level={data.niveauFidelisation} />
      <Orders customer={customer} />
      <Details profile={data} changed={again} />
      <Addresses profile={data} changed={again} />
      <Password />
      <Cards userId={customer.userId} />
      <section class="section">
        <h2>{t.leave}</h2>
        <ErrorNotice error={leaving.error} />
        <div class="row">
          <button
            type="button"
            class="button quiet"
            disabled={leaving.isBusy}
            onClick={() => leaving.run(false)}
          >
            {t.signOut}
          </button>
          <button
            type="button"
            class="text-button"
            disabled={leaving.isBusy}
            onClick={() => leaving.run(true)}
          >
            {t.everywhere}
          </button>
        </div>
      </section>
      <Deletion isProven={data.courrielProuve} />
    </Page>
  )
})
