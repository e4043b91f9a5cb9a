import { useRef, useState } from 'preact/hooks'
import { answerOf, api, isMissing, type Shapes } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { defineTexts, useTexts } from '../../language/language.ts'
import { ErrorNotice, LoadError } from '../../parts/errors.tsx'
import { announce } from '../../shell/announcer.tsx'

const TEXTS = defineTexts({
  fr: {
    title: 'Mes cartes',
    none: 'Aucune carte enregistrée. Vous pouvez en garder une au moment de payer.',
    other: 'Carte',
    ending: (brand: string, last4: string) => `${brand} se terminant par ${last4}`,
    expires: (date: string) => `Expire fin ${date}`,
    expired: (date: string) => `Expirée depuis fin ${date}`,
    remove: 'Supprimer',
    ask: 'Supprimer cette carte ?',
    effect: 'Elle ne vous sera plus proposée. Vos commandes passées et leurs remboursements ne changent pas.',
    yes: 'Supprimer la carte',
    no: 'Garder la carte',
    done: 'La carte est supprimée.',
  },
  en: {
    title: 'My cards',
    none: 'No saved card. You can save one when you pay.',
    other: 'Card',
    ending: (brand: string, last4: string) => `${brand} ending in ${last4}`,
    expires: (date: string) => `Expires at the end of ${date}`,
    expired: (date: string) => `Expired at the end of ${date}`,
    remove: 'Delete',
    ask: 'Delete this card?',
    effect: 'It will no longer be offered. Your past orders and their refunds do not change.',
    yes: 'Delete the card',
    no: 'Keep the card',
    done: 'The card is deleted.',
  },
})

const BRANDS: Record<string, string> = { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express' }

type Card = Shapes['CarteDuClient']

/** The saved cards of the customer, which can be deleted after a confirmation. */
export function Cards({ userId }: { userId: number }) {
  const t = useTexts(TEXTS)
  const [asked, ask] = useState<Card>()
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const { data, error, again } = useAnswer(`cards ${userId}`, signal =>
    answerOf(api.GET('/api/v1/publique/profil/cartes', { signal })),
  )
  const removal = useAction(async (id: number) => {
    const answer = answerOf(api.DELETE('/api/v1/publique/profil/cartes/{id}', { params: { path: { id } } }))
    // Another window may have deleted the card.
    await answer.catch(refusal => {
      if (!isMissing(refusal)) throw refusal
    })
    dialog.current?.close()
    // The button that opened the dialog disappears with its card.
    title.current?.focus()
    announce(t.done)
    again()
  })
  const nameOf = ({ brand, last4 }: Card) => t.ending(BRANDS[brand] ?? t.other, last4)
  return (
    <section class="section account-orders">
      <h2 ref={title} tabIndex={-1}>
        {t.title}
      </h2>
      <LoadError error={error} again={again} />
      {data?.length === 0 && <p class="soft">{t.none}</p>}
      <ul>
        {data?.map(card => (
          <li key={card.id} class="box">
            <p>{nameOf(card)}</p>
            <p class="row">
              <span class={card.expiree ? 'bad-text small' : 'soft small'}>
                {(card.expiree ? t.expired : t.expires)(card.expirationDate)}
              </span>
              <button
                type="button"
                class="text-button"
                onClick={() => {
                  ask(card)
                  removal.forget()
                  dialog.current?.showModal()
                }}
              >
                {t.remove}
                <span class="unseen"> {nameOf(card)}</span>
              </button>
            </p>
          </li>
        ))}
      </ul>
      <dialog ref={dialog} aria-labelledby="supprimer-carte">
        <div class="form">
          <h2 id="supprimer-carte">{t.ask}</h2>
          {asked && <p>{nameOf(asked)}</p>}
          <p>{t.effect}</p>
          <ErrorNotice error={removal.error} />
          <div class="row">
            <button
              type="button"
              class="button danger"
              disabled={removal.isBusy}
              onClick={() => asked && void removal.run(asked.id)}
            >
              {t.yes}
            </button>
            <button type="button" class="button quiet" onClick={() => dialog.current?.close()}>
              {t.no}
            </button>
          </div>
        </div>
      </dialog>
    </section>
  )
}
