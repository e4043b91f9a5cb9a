import { type Html, html } from '../../../platform/pages/html.ts'
import type { Words } from '../words/fr.ts'
import { checkIcon, crossIcon, hourglassIcon, questionIcon, renderBackLink, warningIcon } from './layout.ts'

const sign = (kind: 'good' | 'bad' | 'calm', icon: Html) => html`<div class="sign ${kind}">${icon}</div>`

type OutcomeView = {
  kind: 'good' | 'bad' | 'calm'
  icon: Html
  title: string
  text: string
  more: Html | false
}

const outcomePage = ({ kind, icon, title, text, more }: OutcomeView) => html`${sign(kind, icon)}
<h1>${title}</h1>
<p class="said">${text}</p>
${more}`

/** Renders an element that reloads the page after some seconds if scripts are disabled. */
export const renderRefresh = (seconds: number) =>
  html`<noscript><meta http-equiv="refresh" content="${seconds}"></noscript>`

type Pending = {
  /** The usual duration in seconds of real time. */
  seconds: number
  status: string
  cancel: string | undefined
  /** The provider's own page, on which the customer continues. */
  onward: string | undefined
}

export const renderPending = (
  { pending: words }: Words,
  { seconds, status, cancel, onward }: Pending,
) => html`
${sign('calm', hourglassIcon)}
<h1>${words.title}</h1>
<p class="said" role="status" data-status="${status}">${onward === undefined ? `${words.bank}${words.usual(seconds)}` : words.elsewhere}${words.updates}</p>
${
  onward === undefined
    ? html`<div class="progress" aria-hidden="true"></div>`
    : html`<p class="way"><a class="button" href="${onward}" target="_top">${words.goOn}</a></p>`
}
${cancel !== undefined && html`<p class="way"><a class="quiet" href="${cancel}">${words.cancel}</a></p>`}`

export type Question = {
  title: string
  text: string
  action: string
  csrf: string
  yes: string
  no: string
  page: string
}

/** Renders the question before an irreversible action. */
export const renderConfirmation = (asked: Question) => html`${sign('calm', questionIcon)}
<h1>${asked.title}</h1>
<p class="said">${asked.text}</p>
<form method="post" action="${asked.action}">
<input type="hidden" name="csrf" value="${asked.csrf}">
<button type="submit" class="button danger">${asked.yes}</button>
</form>
<p class="way"><a class="button second" href="${asked.page}">${asked.no}</a></p>`

/** Renders the page on which a customer begins to pay an order; without an amount, it awaits no payment. */
export const renderOrderPage = ({ form, orderPage }: Words, ordreId: string, amount: string | undefined) =>
  amount === undefined
    ? outcomePage({ kind: 'calm', icon: checkIcon, ...orderPage.closed, more: false })
    : html`<h1>${orderPage.title}</h1>
<p class="said">${orderPage.text(ordreId)}</p>
<form method="post">
<button type="submit" class="button">${form.pay(amount)}</button>
</form>`

type Paid = {
  back: string
  reference: string | null
  own: boolean
  late: boolean
  /** The masked e-mail address of the receipt. */
  receipt: string | undefined
}

export const renderPaid = (words: Words, { back, reference, own, late, receipt }: Paid) =>
  outcomePage({
    kind: 'good',
    icon: checkIcon,
    title: own ? words.paid.title : words.paid.otherwiseTitle,
    text: own ? words.paid.text : words.paid.otherwise,
    more: html`${receipt !== undefined && html`<p class="said">${words.paid.receipt(receipt)}</p>`}
${late && html`<p class="notice">${words.paid.late}</p>`}
${renderBackLink(back, words.back, true)}
${reference !== null && html`<p class="reference">${words.paid.reference} <span>${reference}</span></p>`}`,
  })

const CLOSED = {
  refunded: { kind: 'calm', icon: checkIcon },
  expired: { kind: 'calm', icon: hourglassIcon },
  ended: { kind: 'bad', icon: crossIcon },
} as const

/** Renders the page of a closed link. `ended`: too many cards were refused. */
export const renderClosed = (words: Words, reason: keyof typeof CLOSED, back: string) =>
  outcomePage({ ...CLOSED[reason], ...words[reason], more: renderBackLink(back, words.back, true) })

/** Renders an error page. `again` is the URL for a retry, if that may help. */
export const renderFailure = (words: Words, message: { title: string; text: string }, again?: string) => {
  const more =
    again !== undefined && html`<p class="way"><a class="button" href="${again}">${words.again}</a></p>`
  return outcomePage({ kind: 'bad', icon: warningIcon, ...message, more })
}

/**
 * Renders the page to which customers return if the shop gave no return URL. It states no outcome, because anybody may
 * write one into its URL.
 */
export const renderReturned = ({ page, returned }: Words) => html`<h1>${page}</h1>
<p class="said">${returned}</p>`
