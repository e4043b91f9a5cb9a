import { useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { answerOf, api } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { useTexts } from '../../language/language.ts'
import { ErrorNotice } from '../../parts/errors.tsx'
import { Field } from '../../parts/field.tsx'
import { Page } from '../../parts/page.tsx'
import { useSignInTarget } from '../../shell/sign-in-target.ts'
import { beginSession, hasExpired } from '../../state/session.ts'
import { TEXTS } from './texts.ts'

export default function SignIn() {
  const t = useTexts(TEXTS)
  const { goOn, keeping } = useSignInTarget()
  const [email, typeEmail] = useState('')
  const [password, typePassword] = useState('')
  const [isTried, tell] = useState(false)
  const { error, isBusy, run } = useAction(async () => {
    beginSession(await answerOf(api.POST('/api/auth/login', { body: { email, motDePasse: password } })))
    goOn()
  })
  const missing = (value: string) => (isTried && value.trim() === '' ? t.missing : undefined)

  return (
    <Page title={t.title} class="narrow-page">
      {hasExpired.value && <p class="notice">{t.expired}</p>}
      <form
        class="box form"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          tell(true)
          if (email.trim() !== '' && password !== '') void run()
        }}
      >
        <Field
          label={t.email}
          type="email"
          autocomplete="username"
          value={email}
          change={typeEmail}
          fault={missing(email)}
        />
        <Field
          label={t.password}
          type="password"
          autocomplete="current-password"
          value={password}
          change={typePassword}
          fault={missing(password)}
        />
        <ErrorNotice error={error} />
        <button type="submit" class="button" disabled={isBusy}>
          {t.submit}
        </button>
        <Link class="link" href="/mot-de-passe-oublie">
          {t.forgotten}
        </Link>
      </form>
      <p class="row">
        {t.none}{' '}
        <Link class="link" href={keeping('/inscription')}>
          {t.register}
        </Link>
      </p>
      <Link class="link" href="/suivre">
        {t.follow}
      </Link>
    </Page>
  )
}
