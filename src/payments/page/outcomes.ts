import { html } from './html.ts'
import { backLink } from './layout.ts'

/** Looks again every two seconds where no script does. */
export const refreshWithoutScript = html`<noscript><meta http-equiv="refresh" content="2"></noscript>`

export const pending = ({
  status,
  cancel,
}: {
  status: string
  cancel?: { action: string; csrf: string }
}) => html`
<h1>Paiement en cours</h1>
<p role="status" data-status="${status}">Votre banque traite le paiement. Cette page se met à jour d’elle-même.</p>
<div class="progress" aria-hidden="true"></div>
${
  cancel &&
  html`<form method="post" action="${cancel.action}">
<input type="hidden" name="csrf" value="${cancel.csrf}">
<button type="submit" class="button second">Annuler le paiement</button>
</form>`
}`

export const paid = ({ back, reference }: { back: string; reference: string | null }) => html`
<p class="sign done" aria-hidden="true">✓</p>
<h1>Paiement accepté</h1>
<p role="status">Merci, votre paiement a bien été enregistré.</p>
${reference !== null && html`<p class="small">Référence : <span>${reference}</span></p>`}
${backLink(back, 'Revenir à la boutique', true)}`

export const expired = (back: string) => html`
<h1>Lien expiré</h1>
<p>Ce lien de paiement n’est plus valable. Aucune somme n’a été débitée.</p>
<p>Revenez à la boutique pour en obtenir un nouveau.</p>
${backLink(back, 'Revenir à la boutique', true)}`

export const message = (title: string, text: string) => html`<h1>${title}</h1>
<p>${text}</p>`

const RETURNED: Record<string, [title: string, text: string]> = {
  en_attente: ['Paiement en cours', 'Votre banque traite le paiement.'],
  accepte: ['Paiement accepté', 'Merci, votre paiement a bien été enregistré.'],
  paye: ['Paiement accepté', 'Merci, votre paiement a bien été enregistré.'],
  refuse: ['Paiement refusé', 'Aucune somme n’a été débitée.'],
  annule: ['Paiement annulé', 'Aucune somme n’a été débitée.'],
}

/** What a customer sees whose shop named no address to return to. */
export const returned = (status: string | undefined) =>
  message(...(RETURNED[status ?? ''] ?? ['Paiement', 'Vous pouvez fermer cette page.']))
