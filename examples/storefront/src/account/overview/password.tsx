import { useState } from 'preact/hooks'
import { answerOf, api } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { defineTexts, useTexts } from '../../language/language.ts'
import { ErrorNotice } from '../../parts/errors.tsx'
import { Field } from '../../parts/field.tsx'

const TEXTS = defineTexts({
  fr: {
    title: 'Mon mot de passe',
    current: 'Mot de passe actuel',
    next: 'Nouveau mot de passe',
    hint: 'Au moins 6 caractères. Vos autres appareils seront déconnectés.',
    missing: 'À remplir',
    save: 'Changer le mot de passe',
    saved: 'Votre mot de passe est changé.',
  },
  en: {
    title: 'My password',
    current: 'Current password',
    next: 'New password',
    hint: 'At least 6 characters. Your other devices are signed out.',
    missing: 'Fill this in',
    save: 'Change the password',
    saved: 'Your password is changed.',
  },
})

export function Password() {
  const t = useTexts(TEXTS)
  const [current, typeCurrent] = useState('')
  const [next, typeNext] = useState('')
  const [isTried, tell] = useState(false)
  const [isSaved, save] = useState(false)
  const { error, isBusy, run } = useAction(async () => {
    const body = { motDePasseActuel: current, motDePasse: next }
    await answerOf(api.POST('/api/v1/publique/profil/mot-de-passe', { body }))
    typeCurrent('')
    typeNext('')
    tell(false)
    save(true)
  })
  return (
    <section class="section">
      <h2>{t.title}</h2>
      <form
        class="box form"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          tell(true)
          save(false)
          if (current !== '' && next.length >= 6) void run()
        }}
      >
        <Field
          label={t.current}
          type="password"
          autocomplete="current-password"
          value={current}
          change={typeCurrent}
          fault={isTried && current === '' ? t.missing : undefined}
        />
        <Field
          label={t.next}
          type="password"
          autocomplete="new-password"
          hint={t.hint}
          value={next}
          change={typeNext}
          fault={isTried && next.length < 6 ? t.hint : undefined}
        />
        <ErrorNotice error={error} />
        <p role="status">{isSaved && t.saved}</p>
        <button type="submit" class="button" disabled={isBusy}>
          {t.save}
        </button>
      </form>
    </section>
  )
}
