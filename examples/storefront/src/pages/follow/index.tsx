import { useState } from 'preact/hooks'
import { useSearch } from 'wouter-preact'
import { isEmail } from '../../account/is-email.ts'
import { answerOf, api } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { defineTexts, useTexts } from '../../language/language.ts'
import { ErrorNotice } from '../../parts/errors.tsx'
import { Field } from '../../parts/field.tsx'
import { Page } from '../../parts/page.tsx'

const TEXTS = defineTexts({
  fr: {
    title: 'Suivre une commande',
    lead: 'Commandé sans compte, ou sur un autre appareil ? Nous vous envoyons un lien vers votre commande : vous pourrez la suivre, lire sa facture, l’annuler ou vous rétracter.',
    number: 'Numéro de commande',
    numberHint: 'Dans l’e-mail de confirmation. Il commence par CMD-.',
    email: 'Adresse e-mail de la commande',
    badEmail: 'Indiquez une adresse complète : nom@exemple.fr',
    missing: 'À remplir',
    submit: 'Recevoir le lien',
    sent: (email: string) =>
      `Si une commande payée porte ce numéro et l’adresse ${email}, le lien vient de partir. Regardez aussi dans les indésirables.`,
    again: 'Chercher une autre commande',
  },
  en: {
    title: 'Track an order',
    lead: 'Ordered without an account, or on another device? We send you a link to your order, to follow it, read its invoice, cancel it or withdraw.',
    number: 'Order number',
    numberHint: 'In the confirmation mail. It begins with CMD-.',
    email: 'E-mail address of the order',
    badEmail: 'Enter a complete address: name@example.org',
    missing: 'Fill this in',
    submit: 'Send me the link',
    sent: (email: string) =>
      `If a paid order has this number and the address ${email}, the link has just been sent. Also look in your spam folder.`,
    again: 'Look for another order',
  },
})

/** Requests the mail with the link to an order. */
export default function Follow() {
  const t = useTexts(TEXTS)
  const [number, typeNumber] = useState(new URLSearchParams(useSearch()).get('ordre') ?? '')
  const [email, typeEmail] = useState('')
  const [isTried, tell] = useState(false)
  const [isSent, send] = useState(false)
  const { error, isBusy, run } = useAction(async () => {
    const body = { ordreId: number.trim().toUpperCase(), email: email.trim() }
    await answerOf(api.POST('/api/v1/publique/liens-commande', { body }))
    send(true)
  })
  if (isSent)
    return (
      <Page title={t.title} class="narrow-page">
        <p class="notice" role="status">
          {t.sent(email.trim())}
        </p>
        <button type="button" class="text-button" onClick={() => send(false)}>
          {t.again}
        </button>
      </Page>
    )
  return (
    <Page title={t.title} class="narrow-page">
      <form
        class="box form"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          tell(true)
          if (number.trim() !== '' && isEmail(email)) void run()
        }}
      >
        <p>{t.lead}</p>
        <Field
          label={t.number}
          hint={t.numberHint}
          name="ordre"
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          maxLength={100}
          value={number}
          change={typeNumber}
          fault={isTried && number.trim() === '' ? t.missing : undefined}
        />
        <Field
          label={t.email}
          type="email"
          name="email"
          autocomplete="email"
          value={email}
          change={typeEmail}
          fault={isTried && !isEmail(email) ? t.badEmail : undefined}
        />
        <ErrorNotice error={error} />
        <button type="submit" class="button" disabled={isBusy}>
          {t.submit}
        </button>
      </form>
    </Page>
  )
}
