import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { reportFailure } from '../../platform/http/errors.ts'
import { type Html, html, renderPage } from '../../platform/pages/html.ts'
import { baseStyle, createPageFiles } from '../../platform/pages/serve.ts'
import { type Message, type Words, wordsFor } from './words.ts'

export const { base, routes: styleRoutes } = createPageFiles('/compte', [
  ['compte.css', 'text/css', baseStyle],
])

/** `up` is the relative path to the folder of the pages. */
type Page = { words: Words; shop: string; title: string; content: Html; up?: string }

/** Returns the HTML of a page without scripts. Its URLs are relative, so that it works under any base address. */
export const renderLayout = ({ words, shop, title, content, up = '' }: Page): string =>
  renderPage(
    { title: `${title} – ${shop}`, language: words.language, stylesheet: `${up}${base}compte.css` },
    html`<div class="counter">
<p class="lead">${shop}</p>
${content}
</div>`,
  )

/** Returns the content of a page that only states a result or an error. */
export const renderMessage = ([title, text]: Message) => html`<h1>${title}</h1>
<p>${text}</p>`

/** Returns an error handler that renders errors as pages for customers, without internal details. */
export const createProblemHandler =
  (config: { shopName: string }) => (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const { statusCode, retryAfterSeconds } = reportFailure(error, request)
    if (retryAfterSeconds) reply.header('retry-after', retryAfterSeconds)
    const words = wordsFor(request)
    const message = words.problems[statusCode] ?? words.other
    return reply
      .code(statusCode)
      .type('text/html; charset=utf-8')
      .send(
        renderLayout({
          words,
          shop: config.shopName,
          title: message[0],
          content: renderMessage(message),
          up: '../',
        }),
      )
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
  { confirmation: words }: Words,
  errors: FormErrors = {},
) => html`<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
<form method="post">
${field({ name: 'motDePasse', label: words.password, attributes: html`autocomplete="current-password"` }, errors.motDePasse)}
<button type="submit" class="button">${words.submit}</button>
</form>`

const chosen = html`autocomplete="new-password" minlength="6"`

export const renderPasswordForm = (
  { reset: words }: Words,
  errors: FormErrors = {},
) => html`<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
<form method="post">
${field({ name: 'motDePasse', label: words.password, hint: words.hint, attributes: chosen }, errors.motDePasse)}
${field({ name: 'confirmation', label: words.again, attributes: chosen }, errors.confirmation)}
<button type="submit" class="button">${words.submit}</button>
</form>`
