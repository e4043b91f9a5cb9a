import { type Html, html } from '../../../platform/pages/html.ts'
import { check, cross, hourglass, question, warning } from './icons.ts'
import { backLink } from './layout.ts'

const sign = (kind: 'good' | 'bad' | 'calm', icon: Html) => html`<div class="sign ${kind}">${icon}</div>`

type Ending = {
  kind: 'good' | 'bad' | 'calm'
  icon: Html
  title: string
  text: string
  more?: Html | undefined
}

const ending = ({ kind, icon, title, text, more }: Ending) => html`${sign(kind, icon)}
<h1>${title}</h1>
<p class="said">${text}</p>
${more}`

/** Looks again where no script does: less and less often, as the scripts do. */
export const refreshAfter = (seconds: number) =>
  html`<noscript><meta http-equiv="refresh" content="${seconds}"></noscript>`

export const pending = ({
  status,
  cancel,
  onward,
}: {
  status: string
  cancel?: string | undefined
  /** The provider's own page, where the customer goes on. */
  onward?: string | undefined
}) => html`
<div class="sign calm">${hourglass}</div>
<h1>Paiement en cours</h1>
<p class="said" role="status" data-status="${status}">${onward === undefined ? 'Votre banque traite le paiement.' : 'Le paiement se poursuit chez notre prestataire.'} Cette page se met à jour d’elle-même.</p>
${
  onward === undefined
    ? html`<div class="progress" aria-hidden="true"></div>`
    : html`<p class="way"><a class="button" href="${onward}" target="_top">Continuer le paiement</a></p>`
}
${cancel !== undefined && html`<p class="way"><a class="quiet" href="${cancel}">Annuler le paiement</a></p>`}`

type Question = {
  title: string
  text: string
  action: string
  csrf: string
  yes: string
  no: string
  page: string
}

/** Asked before something that cannot be taken back. */
export const confirmation = ({
  title,
  text,
  action,
  csrf,
  yes,
  no,
  page,
}: Question) => html`${sign('calm', question)}
<h1>${title}</h1>
<p class="said">${text}</p>
<form method="post" action="${action}">
<input type="hidden" name="csrf" value="${csrf}">
<button type="submit" class="button danger">${yes}</button>
</form>
<p class="way"><a class="button second" href="${page}">${no}</a></p>`

export const paid = ({
  back,
  reference,
  own,
  late,
}: {
  back: string
  reference: string | null
  own: boolean
  late: boolean
}) =>
  ending({
    kind: 'good',
    icon: check,
    title: own ? 'Paiement accepté' : 'Commande déjà payée',
    text: own
      ? 'Merci, votre paiement a bien été enregistré.'
      : 'Cette commande a été réglée par un autre moyen. Rien de plus ne sera débité.',
    more: html`${late && html`<p class="notice">Le paiement était déjà passé et n’a pas pu être annulé. Adressez-vous à la boutique pour être remboursé.</p>`}
${backLink(back, 'Revenir à la boutique', true)}
${reference !== null && html`<p class="reference">Référence <span>${reference}</span></p>`}`,
  })

export const refunded = (back: string) =>
  ending({
    kind: 'calm',
    icon: check,
    title: 'Paiement remboursé',
    text: 'La somme vous a été rendue en entier.',
    more: backLink(back, 'Revenir à la boutique', true),
  })

export const expired = (back: string) =>
  ending({
    kind: 'calm',
    icon: hourglass,
    title: 'Lien expiré',
    text: 'Ce lien de paiement n’est plus valable. Aucune somme n’a été débitée. Revenez à la boutique pour en obtenir un nouveau.',
    more: backLink(back, 'Revenir à la boutique', true),
  })

/** Too many cards were refused. */
export const ended = (back: string) =>
  ending({
    kind: 'bad',
    icon: cross,
    title: 'Paiement refusé',
    text: 'Trop de cartes ont été refusées : ce lien de paiement n’est plus valable. Aucune somme n’a été débitée. Revenez à la boutique pour en obtenir un nouveau.',
    more: backLink(back, 'Revenir à la boutique', true),
  })

/** Something went wrong; `again` is where to try again, when that may help. */
export const failure = (title: string, text: string, again?: string) =>
  ending({
    kind: 'bad',
    icon: warning,
    title,
    text,
    more:
      again === undefined
        ? undefined
        : html`<p class="way"><a class="button" href="${again}">Revenir au paiement</a></p>`,
  })

const NOTHING = 'Aucune somme n’a été débitée.'
const MADE = {
  kind: 'good',
  icon: check,
  title: 'Paiement accepté',
  text: 'Merci, votre paiement a bien été enregistré.',
} as const
const RETURNED: Record<string, Ending> = {
  en_attente: {
    kind: 'calm',
    icon: hourglass,
    title: 'Paiement en cours',
    text: 'Votre banque traite le paiement.',
  },
  accepte: MADE,
  paye: MADE,
  refuse: { kind: 'bad', icon: cross, title: 'Paiement refusé', text: NOTHING },
  annule: { kind: 'calm', icon: cross, title: 'Paiement annulé', text: NOTHING },
}

/** What a customer sees whose shop named no address to return to. */
export const returned = (status: string | undefined) =>
  ending(
    RETURNED[status ?? ''] ?? {
      kind: 'calm',
      icon: check,
      title: 'Paiement',
      text: 'Vous pouvez fermer cette page.',
    },
  )
