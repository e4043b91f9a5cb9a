import { Problem } from '../../platform/http/problem.ts'
import type { Context } from '../context.ts'
import { createPayment } from '../create-payment.ts'
import type { Link } from '../tables.ts'
import { checkCsrf } from './csrf.ts'
import type { Notice } from './form.ts'
import { type CardFields, readCard } from './read-card.ts'
import { monthOf, type Shown, show, showForm } from './show.ts'
import { stateOf } from './state.ts'

const NOTICES: Record<number, Notice> = {
  409: {
    title: 'Commande indisponible',
    text: 'Cette commande ne peut pas être payée : elle est close, ou un de ses articles n’est plus disponible. Aucune somme n’a été débitée.',
  },
  422: {
    title: 'Le montant a changé',
    text: 'Le montant de la commande n’est plus celui-ci. Revenez à la boutique pour reprendre le paiement. Aucune somme n’a été débitée.',
  },
  503: {
    title: 'Paiement indisponible',
    text: 'Le paiement est momentanément indisponible. Aucune somme n’a été débitée. Réessayez dans un instant.',
  },
}

/** Pays with the card of the form. Gives the page that says why not; undefined when a payment is under way or made. */
export async function payByForm(
  context: Context,
  token: string,
  link: Link,
  { csrf, ...fields }: CardFields & { csrf?: string },
): Promise<Shown | undefined> {
  checkCsrf(context.secrets, link, csrf)
  const state = await stateOf(context, link)
  if (state.kind === 'expired') return show(context, token, link)
  if (state.kind !== 'form') return undefined

  const typed = { cardHolderName: fields.cardHolderName ?? '', expirationDate: fields.expirationDate ?? '' }
  const read = readCard(fields, monthOf(context))
  if ('faults' in read) return showForm(context, link, state, { status: 400, faults: read.faults, typed })
  const { montantCents, devise, orderId, clientId, id: lienId } = link
  try {
    await createPayment(context, { montantCents, devise, orderId, clientId, lienId, card: read.card })
    return undefined
  } catch (error) {
    const notice = error instanceof Problem ? NOTICES[error.statusCode] : undefined
    if (!notice) throw error
    const { statusCode } = error as Problem
    // Two clicks, or two windows: the other one has paid.
    const now = await stateOf(context, link)
    if (now.kind !== 'form') return undefined
    return showForm(context, link, now, { status: statusCode, notice, typed })
  }
}
