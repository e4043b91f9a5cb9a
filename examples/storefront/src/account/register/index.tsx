import { useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { answerOf, api } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { useTexts } from '../../language/language.ts'
import { ErrorNotice } from '../../parts/errors.tsx'
import { Field } from '../../parts/field.tsx'
import { Page } from '../../parts/page.tsx'
import { useSignInTarget } from '../../shell/sign-in-target.ts'
import { beginSession } from '../../state/session.ts'
import { isEmail } from '../is-email.ts'
import { TEXTS } from './texts.ts'

/** Creates an account and signs in; a mail asks the customer to confirm the address. */
export default function Register() {
  const t = useTexts(TEXTS)
  const { goOn, keeping } = useSignInTarget()
  const [prenom, typeFirst] = useState('')
  const [nom, typeLast] = useState('')
  const [email, typeEmail] = useState('')
  const [motDePasse, typePassword] = useState('')
  const [isTried, tell] = useState(false)
  const { error, isBusy, run } = useAction(async () => {
    const body = { prenom, nom, email, motDePasse }
    beginSession(await answerOf(api.POST('/api/auth/register', { body })))
    goOn()
  })
  const faults = {
    prenom: prenom.trim() === '' ? t.missing : undefined,
    nom: nom.trim() === '' ? t.missing : undefined,
    email: isEmail(email) ? undefined : t.badEmail,
    motDePasse: motDePasse.length < 6 || motDePasse.length > 128 ? t.shortPassword : undefined,
  }
  const told = (name: keyof typeof faults) => (isTried ? faults[name] : undefined)

  return (
    <Page title={t.title} class="narrow-page">
      <form
        class="box form"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          tell(true)
          if (Object.values(faults).every(fault => fault === undefined)) void run()
        }}
      >
        <div class="two">
          <Field
            label={t.firstName}
            autocomplete="given-name"
            value={prenom}
            change={typeFirst}
            fault={told('prenom')}
          />
          <Field
            label={t.lastName}
            autocomplete="family-name"
            value={nom}
            change={typeLast}
            fault={told('nom')}
          />
        </div>
        <Field
          label={t.email}
          type="email"
          autocomplete="username"
          value={email}
          change={typeEmail}
          fault={told('email')}
        />
        <Field
          label={t.password}
          type="password"
          autocomplete="new-password"
          value={motDePasse}
          change={typePassword}
          hint={t.passwordHint}
          fault={told('motDePasse')}
        />
        <ErrorNotice error={error} />
        <button type="submit" class="button" disabled={isBusy}>
          {t.submit}
        </button>
      </form>
      <p class="row">
        {t.there}{' '}
        <Link class="link" href={keeping('/connexion')}>
          {t.signIn}
        </Link>
      </p>
    </Page>
  )
}
