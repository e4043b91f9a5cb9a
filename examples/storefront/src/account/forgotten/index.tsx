import { useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { answerOf, api } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { defineTexts, useTexts } from '../../language/language.ts'
import { ErrorNotice } from '../../parts/errors.tsx'
import { Field } from '../../parts/field.tsx'
import { Page } from '../../parts/page.tsx'
import { isEmail } from '../is-email.ts'

const TEXTS = defineTexts({
  fr: {
    title: 'Mot de passe oublié',
    lead: 'Nous vous envoyons un lien pour en choisir un nouveau.',
    email: 'Adresse e-mail',
    badEmail: 'Indiquez une adresse complète : nom@exemple.fr',
    submit: 'Envoyer le lien',
    sent: 'Si un compte a cette adresse, un e-mail vient de partir. Son lien sert une seule fois, pendant une heure.',
    signIn: 'Se connecter',
  },
  en: {
    title: 'Forgotten password',
    lead: 'We send you a link to choose a new one.',
    email: 'E-mail address',
    badEmail: 'Enter a complete address: name@example.org',
    submit: 'Send the link',
    sent: 'If an account has this address, an e-mail has just been sent. Its link works once, for an hour.',
    signIn: 'Sign in',
  },
})

/** Requests a mail whose link leads to a page of the platform, where the new password is set. */
export default function Forgotten() {
  const t = useTexts(TEXTS)
  const [email, type] = useState('')
  const [isTried, tell] = useState(false)
  const [isSent, send] = useState(false)
  const { error, isBusy, run } = useAction(async () => {
    await answerOf(api.POST('/api/v1/publique/mots-de-passe-oublies', { body: { email } }))
    send(true)
  })
  return (
    <Page title={t.title} class="narrow-page">
      {isSent ? (
        <p class="notice" role="status">
          {t.sent}
        </p>
      ) : (
        <form
          class="box form"
          noValidate
          onSubmit={event => {
            event.preventDefault()
            tell(true)
            if (isEmail(email)) void run()
          }}
        >
          <p>{t.lead}</p>
          <Field
            label={t.email}
            type="email"
            autocomplete="username"
            value={email}
            change={type}
            fault={isTried && !isEmail(email) ? t.badEmail : undefined}
          />
          <ErrorNotice error={error} />
          <button type="submit" class="button" disabled={isBusy}>
            {t.submit}
          </button>
        </form>
      )}
      <Link class="link" href="/connexion">
        {t.signIn}
      </Link>
    </Page>
  )
}
