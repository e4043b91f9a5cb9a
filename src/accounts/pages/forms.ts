import { type Html, html } from '../../platform/pages/html.ts'

type Field = { name: string; label: string; hint?: string; attributes: Html }

const field = (
  { name, label, hint, attributes }: Field,
  fault: string | undefined,
) => html`<div class="field">
<label for="${name}">${label}${hint !== undefined && html` <span class="hint">${hint}</span>`}</label>
<input id="${name}" name="${name}" type="password" maxlength="128" required ${attributes}
 ${fault !== undefined && html`aria-invalid="true" aria-describedby="${name}-fault" autofocus`}>
${fault !== undefined && html`<p class="fault" id="${name}-fault" role="alert">${fault}</p>`}
</div>`

/** What is wrong with what was typed. */
export type Faults = { motDePasse?: string; confirmation?: string }

/** A link alone proves nothing for whoever registered the address first: the account's password is asked. */
export const confirmationForm = (faults: Faults = {}) => html`<h1>Confirmez votre adresse e-mail</h1>
<p class="lead">Donnez le mot de passe de votre compte pour confirmer que cette adresse est la vôtre.</p>
<form method="post">
${field({ name: 'motDePasse', label: 'Mot de passe', attributes: html`autocomplete="current-password"` }, faults.motDePasse)}
<button type="submit" class="button">Confirmer mon adresse</button>
</form>`

const chosen = html`autocomplete="new-password" minlength="6"`

export const passwordForm = (faults: Faults = {}) => html`<h1>Choisissez un nouveau mot de passe</h1>
<p class="lead">Toutes vos sessions ouvertes seront fermées.</p>
<form method="post">
${field({ name: 'motDePasse', label: 'Nouveau mot de passe', hint: '6 caractères au moins', attributes: chosen }, faults.motDePasse)}
${field({ name: 'confirmation', label: 'Le même, une seconde fois', attributes: chosen }, faults.confirmation)}
<button type="submit" class="button">Changer mon mot de passe</button>
</form>`
