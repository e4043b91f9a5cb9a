import { html } from '../../platform/pages/html.ts'
import { cardOf } from '../card-vault.ts'
import type { Context } from '../context.ts'
import { beginCheckout } from '../creating/begin-checkout.ts'
import { paymentOf } from '../links/create-link.ts'
import type { Link, Transaction } from '../tables.ts'
import type { FormView } from './html/form.ts'
import { backLink } from './html/layout.ts'

/** Whether new payments are made on the provider's own page, so that no card is typed here. */
export const isElsewhere = ({ providers }: Context) => providers.byDefault.begin !== undefined

/** In place of the card form. */
export const checkoutForm = ({
  words,
  csrf,
  amount,
  back,
  notice,
}: Pick<FormView, 'words' | 'csrf' | 'amount' | 'back' | 'notice'>) => html`
<h1>${words.form.title}</h1>
${notice && html`<div class="${notice.calm ? 'notice' : 'notice bad'}" role="alert"><h2>${notice.title}</h2><p>${notice.text}</p></div>`}
<p class="lead">${words.form.elsewhere}</p>
<form method="post">
<input type="hidden" name="csrf" value="${csrf}">
<button type="submit" class="button">${words.form.pay(amount)}</button>
</form>
${backLink(back, words.giveUp)}`

/** Begins the payment; its page then shows the way on. `address`: the whole address of that page. */
export async function payElsewhere(context: Context, link: Link, address: string) {
  await beginCheckout(context, { ...paymentOf(link), returnUrl: address })
}

/** Where the customer goes on with a pending payment of a link's; undefined when it is not made elsewhere. */
export const onwardOf = ({ vault }: Context, payment: Transaction) => cardOf(vault, payment)?.redirectUrl
