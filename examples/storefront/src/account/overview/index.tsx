import { useLocation } from 'wouter-preact'
import { answerOf, api } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { useTexts } from '../../language/language.ts'
import { ErrorNotice, LoadError } from '../../parts/errors.tsx'
import { Loading } from '../../parts/loading.tsx'
import { Page } from '../../parts/page.tsx'
import { endSession } from '../../state/session.ts'
import { requireCustomer } from '../require-customer.tsx'
import { Details } from './details.tsx'
import { EmailConfirmation } from './email-confirmation.tsx'
import { Orders } from './orders.tsx'
import { Points } from './points.tsx'
import { TEXTS } from './texts.ts'

/** A customer's account: orders, points, details and sign-out. */
export default requireCustomer(function Overview({ customer }) {
  const t = useTexts(TEXTS)
  const [, go] = useLocation()
  const { data, error, again } = useAnswer(`profile ${customer.userId}`, signal =>
    answerOf(api.GET('/api/auth/me', { signal })),
  )
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
      <section class="section">
        <h2>{t.cards}</h2>
        <p class="soft">{t.cardsText}</p>
      </section>
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
    </Page>
  )
})
