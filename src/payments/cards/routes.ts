import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { Id, Shape } from '../../platform/http/pages.ts'
import { Problem, problems } from '../../platform/problem.ts'
import type { Context } from '../context.ts'
import { CARD, type SavedCard } from '../tables.ts'
import { decryptSavedCard, findOwnersByIdentifier, findOwnersByNumber } from './saved-cards.ts'
import { deleteCard, listCards } from './store.ts'

/** An identifier by which external applications name a customer. */
const CardOwner = Type.String({
  maxLength: 50,
  pattern: '^([1-9]\\d{0,14}|CLI_.+)$',
  description: 'Numeric id of the loyalty customer (not of an account), or a `CLI_` identifier',
})

const SavedCardAnswer = Shape('CarteEnregistree', {
  id: Type.Integer(),
  clientFideliseId: Type.Union([Type.Integer(), Type.String()], {
    description:
      'Numeric id of the loyalty customer; a string is the identifier of an account without a loyalty customer',
  }),
  type: Type.String({ examples: [CARD] }),
  details: Type.Object({
    last4: Type.String(),
    expirationDate: Type.String({ description: 'MM/YYYY' }),
    cardHolderName: Type.String(),
    brand: Type.String(),
  }),
})

const Acknowledgement = Shape('Message', { message: Type.String() })

export const cardRoutes: FastifyPluginAsyncTypebox<Context> = async (app, context) => {
  app.get('/api/private/clients-card/:id', {
    config: { access: 'internal', rights: ['shop', 'support'] },
    schema: {
      operationId: 'listSavedCards',
      summary: "List a customer's saved cards",
      description:
        'Answers with the last four digits, brand and expiry date of each card, never with the number.',
      params: Type.Object({ id: CardOwner }),
      response: { 200: Type.Array(SavedCardAnswer), ...problems(400) },
    },
    handler: async ({ params: { id } }) => {
      const owners = id.startsWith('CLI_')
        ? await findOwnersByIdentifier(context, id)
        : await findOwnersByNumber(context, Number(id))
      const cards = await listCards(context.db, owners)
      return cards.map(card => formatSavedCard(context, card))
    },
  })

  app.delete('/api/private/clients-card/:id', {
    config: { access: 'internal', rights: ['shop', 'support'], errors: ['carte-inconnue'] },
    schema: {
      operationId: 'deleteSavedCard',
      summary: 'Delete a saved card',
      description: 'The card is no longer offered on the payment page.',
      params: Type.Object({ id: Id }),
      response: { 200: Acknowledgement, ...problems(400, 404) },
    },
    handler: async ({ params: { id } }) => {
      if (!(await context.db.transaction(tx => deleteCard(tx, id))))
        throw new Problem(404, 'carte-inconnue', `Card ${id} not found`)
      return { message: 'Carte supprimée' }
    },
  })
}

/** Formats a saved card with its owner: a number from loyalty, or the text identifier of an account. */
function formatSavedCard(context: Context, saved: SavedCard) {
  const { last4, expirationDate, cardHolderName, brand } = decryptSavedCard(context, saved)
  return {
    id: saved.id,
    clientFideliseId: saved.clientFideliseId ?? String(saved.clientId),
    type: CARD,
    details: { last4, expirationDate, cardHolderName, brand },
  }
}
