import { useState } from 'preact/hooks'
import { answerOf, api, type Shapes } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { defineTexts, useTexts } from '../../language/language.ts'
import { ErrorNotice } from '../../parts/errors.tsx'
import { Field } from '../../parts/field.tsx'
import { session } from '../../state/session.ts'

const TEXTS = defineTexts({
  fr: {
    title: 'Mes coordonnées',
    firstName: 'Prénom',
    lastName: 'Nom',
    telephone: 'Téléphone',
    address: 'Adresse',
    email: 'Adresse e-mail',
    emailHint: 'Elle ne se change pas ici.',
    save: 'Enregistrer',
    saved: 'C’est enregistré.',
    missing: 'À remplir',
  },
  en: {
    title: 'My details',
    firstName: 'First name',
    lastName: 'Last name',
    telephone: 'Telephone',
    address: 'Address',
    email: 'E-mail address',
    emailHint: 'It cannot be changed here.',
    save: 'Save',
    saved: 'Saved.',
    missing: 'Fill this in',
  },
})

type Props = { profile: Shapes['Profil']; changed: () => void }

export function Details({ profile, changed }: Props) {
  const t = useTexts(TEXTS)
  const [prenom, typeFirst] = useState(profile.prenom)
  const [nom, typeLast] = useState(profile.nom)
  const [telephone, typeTelephone] = useState(profile.telephone ?? '')
  const [adresse, typeAddress] = useState(profile.adresse ?? '')
  const [isSaved, tell] = useState(false)
  const { error, isBusy, run } = useAction(async () => {
    const body = { prenom, nom, telephone: telephone.trim() || null, adresse: adresse.trim() || null }
    const kept = await answerOf(api.PATCH('/api/v1/publique/profil', { body }))
    if (session.value) session.value = { ...session.value, prenom: kept.prenom, nom: kept.nom }
    tell(true)
    changed()
  })
  const missing = (value: string) => (value.trim() === '' ? t.missing : undefined)
  const typing = (type: (value: string) => void) => (value: string) => {
    tell(false)
    type(value)
  }
  return (
    <section class="section">
      <h2>{t.title}</h2>
      <form
        class="box form"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          if (!missing(prenom) && !missing(nom)) void run()
        }}
      >
        <div class="two">
          <Field
            label={t.firstName}
            autocomplete="given-name"
            value={prenom}
            change={typing(typeFirst)}
            fault={missing(prenom)}
          />
          <Field
            label={t.lastName}
            autocomplete="family-name"
            value={nom}
            change={typing(typeLast)}
            fault={missing(nom)}
          />
        </div>
        <div class="two">
          <Field
            label={t.telephone}
            type="tel"
            autocomplete="tel"
            value={telephone}
            change={typing(typeTelephone)}
          />
          <Field
            label={t.address}
            autocomplete="street-address"
            value={adresse}
            change={typing(typeAddress)}
          />
        </div>
        <Field
          label={t.email}
          type="email"
          value={profile.email}
          change={() => {}}
          hint={t.emailHint}
          readOnly
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
