import { useRef, useState } from 'preact/hooks'
import { useLocation } from 'wouter-preact'
import { answerOf, api } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { defineTexts, useTexts } from '../../language/language.ts'
import { ErrorNotice } from '../../parts/errors.tsx'
import { Field } from '../../parts/field.tsx'
import { announce } from '../../shell/announcer.tsx'
import { knownOrders } from '../../state/orders.ts'
import { endSession } from '../../state/session.ts'

const TEXTS = defineTexts({
  fr: {
    title: 'Supprimer mon compte',
    lead: 'Vos coordonnées, adresses, cartes, points et e-mails sont effacés, sans retour possible. Les factures restent, comme la loi le demande.',
    unproven: 'Confirmez d’abord votre adresse e-mail, par le lien que nous vous avons envoyé.',
    open: 'Supprimer mon compte…',
    password: 'Mot de passe',
    yes: 'Supprimer définitivement',
    no: 'Garder mon compte',
    done: 'Votre compte est supprimé.',
  },
  en: {
    title: 'Delete my account',
    lead: 'Your details, addresses, cards, points and mails are erased for good. Invoices remain, as the law requires.',
    unproven: 'First confirm your e-mail address with the link that we sent you.',
    open: 'Delete my account…',
    password: 'Password',
    yes: 'Delete for good',
    no: 'Keep my account',
    done: 'Your account is deleted.',
  },
})

/** Deletes the account, after a confirmation with the password. */
export function Deletion({ isProven }: { isProven: boolean }) {
  const t = useTexts(TEXTS)
  const [, go] = useLocation()
  const dialog = useRef<HTMLDialogElement>(null)
  const [motDePasse, type] = useState('')
  const { error, isBusy, run, forget } = useAction(async () => {
    await answerOf(api.POST('/api/v1/publique/profil/suppressions', { body: { motDePasse } }))
    knownOrders.value = []
    endSession({ byItself: false })
    announce(t.done)
    go('/')
  })
  return (
    <section class="section">
      <h2>{t.title}</h2>
      <p class="soft">{isProven ? t.lead : t.unproven}</p>
      {isProven && (
        <p>
          <button type="button" class="button danger" onClick={() => dialog.current?.showModal()}>
            {t.open}
          </button>
        </p>
      )}
      <dialog ref={dialog} aria-labelledby="supprimer">
        <form
          class="form"
          noValidate
          onSubmit={event => {
            event.preventDefault()
            if (motDePasse !== '') void run()
          }}
        >
          <h2 id="supprimer">{t.title}</h2>
          <p>{t.lead}</p>
          <Field
            label={t.password}
            type="password"
            autocomplete="current-password"
            value={motDePasse}
            change={type}
          />
          <ErrorNotice error={error} />
          <div class="row">
            <button type="submit" class="button danger" disabled={isBusy || motDePasse === ''}>
              {t.yes}
            </button>
            <button
              type="button"
              class="button quiet"
              onClick={() => {
                type('')
                forget()
                dialog.current?.close()
              }}
            >
              {t.no}
            </button>
          </div>
        </form>
      </dialog>
    </section>
  )
}
