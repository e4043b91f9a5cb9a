import { useState } from 'preact/hooks'
import { answerOf, api } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { defineTexts, useTexts } from '../../language/language.ts'
import { ErrorNotice } from '../../parts/errors.tsx'

const TEXTS = defineTexts({
  fr: {
    ask: (email: string) =>
      `Confirmez votre adresse : nous avons envoyé un lien à ${email}. Vos points et vos achats d’avant vous suivront.`,
    again: 'Envoyer un nouveau lien',
    sent: 'Un nouveau lien est parti.',
  },
  en: {
    ask: (email: string) =>
      `Confirm your address: we have sent a link to ${email}. Your points and earlier purchases will then be added to your account.`,
    again: 'Send a new link',
    sent: 'A new link has been sent.',
  },
})

/** Shown until the customer confirms the address with the link of a mail. */
export function EmailConfirmation({ email }: { email: string }) {
  const t = useTexts(TEXTS)
  const [isSent, tell] = useState(false)
  const { error, isBusy, run } = useAction(async () => {
    await answerOf(api.POST('/api/v1/publique/confirmations-courriel', { body: { email } }))
    tell(true)
  })
  return (
    <div class="notice">
      <p>{t.ask(email)}</p>
      <ErrorNotice error={error} />
      {isSent ? (
        <p role="status">{t.sent}</p>
      ) : (
        <button type="button" class="button quiet" disabled={isBusy} onClick={() => run()}>
          {t.again}
        </button>
      )}
    </div>
  )
}
