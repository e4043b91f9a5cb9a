import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { reportFailure } from '../../platform/http/errors.ts'
import { type Html, html, renderPage } from '../../platform/pages/html.ts'
import { baseStyle, createPageFiles } from '../../platform/pages/serve.ts'

export const { base, routes: styleRoutes } = createPageFiles('/compte', [
  ['compte.css', 'text/css', baseStyle],
])

/** `up` is the relative path to the folder of the pages. */
type Page = { shop: string; title: string; content: Html; up?: string }

/** Returns the HTML of a page without scripts. Its URLs are relative, so that it works under any base address. */
export const renderLayout = ({ shop, title, content, up = '' }: Page): string =>
  renderPage(
    { title: `${title} – ${shop}`, stylesheet: `${up}${base}compte.css` },
    html`<div class="counter">
<p class="lead">${shop}</p>
${content}
</div>`,
  )

/** Returns the content of a page that only states a result or an error. */
export const renderMessage = (title: string, text: string) => html`<h1>${title}</h1>
<p>${text}</p>`

const MESSAGES: Record<number, [title: string, text: string]> = {
  410: [
    'Ce lien n’est plus valable',
    'Il a déjà servi, ou son temps est passé. Demandez-en un nouveau à la boutique ; si votre adresse est confirmée ou votre mot de passe changé, il n’y a plus rien à faire.',
  ],
  429: ['Trop de tentatives', 'Réessayez dans quelques minutes.'],
  503: ['Service indisponible', 'Réessayez dans un instant.'],
}

/** Returns an error handler that renders errors as pages for customers, without internal details. */
export const createProblemHandler =
  (config: { shopName: string }) => (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const { statusCode, retryAfterSeconds } = reportFailure(error, request)
    if (retryAfterSeconds) reply.header('retry-after', retryAfterSeconds)
    const [title, text] = MESSAGES[statusCode] ?? [
      'Demande impossible',
      'La demande n’a pas pu être traitée. Reprenez le lien de votre e-mail et recommencez.',
    ]
    return reply
      .code(statusCode)
      .type('text/html; charset=utf-8')
      .send(renderLayout({ shop: config.shopName, title, content: renderMessage(title, text), up: '../' }))
  }

type Field = { name: string; label: string; hint?: string; attributes: Html }

const field = (
  { name, label, hint, attributes }: Field,
  error: string | undefined,
) => html`<div class="field">
<label for="${name}">${label}${hint !== undefined && html` <span class="hint">${hint}</span>`}</label>
<input id="${name}" name="${name}" type="password" maxlength="128" required ${attributes}
 ${error !== undefined && html`aria-invalid="true" aria-describedby="${name}-fault" autofocus`}>
${error !== undefined && html`<p class="fault" id="${name}-fault" role="alert">${error}</p>`}
</div>`

/** Validation messages by field. */
export type FormErrors = { motDePasse?: string; confirmation?: string }

/** Asks for the password, because the link alone would prove the address for a stranger who registered it. */
export const renderConfirmationForm = (
  errors: FormErrors = {},
) => html`<h1>Confirmez votre adresse e-mail</h1>
<p class="lead">Donnez le mot de passe de votre compte pour confirmer que cette adresse est la vôtre.</p>
<form method="post">
${field({ name: 'motDePasse', label: 'Mot de passe', attributes: html`autocomplete="current-password"` }, errors.motDePasse)}
<button type="submit" class="button">Confirmer mon adresse</button>
</form>`

const chosen = html`autocomplete="new-password" minlength="6"`

export const renderPasswordForm = (
  errors: FormErrors = {},
) => html`<h1>Choisissez un nouveau mot de passe</h1>
<p class="lead">Toutes vos sessions ouvertes seront fermées.</p>
<form method="post">
${field({ name: 'motDePasse', label: 'Nouveau mot de passe', hint: '6 caractères au moins', attributes: chosen }, errors.motDePasse)}
${field({ name: 'confirmation', label: 'Le même, une seconde fois', attributes: chosen }, errors.confirmation)}
<button type="submit" class="button">Changer mon mot de passe</button>
</form>`
