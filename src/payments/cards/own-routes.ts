import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { today } from '../../platform/clock.ts'
import { Id, Shape } from '../../platform/http/pages.ts'
import { Problem, problems } from '../../platform/problem.ts'
import type { Context } from '../context.ts'
import { getOwnersOf } from '../peers.ts'
import { isExpired } from './card.ts'
import { decryptSavedCard } from './saved-cards.ts'
import { deleteCard, listCards } from './store.ts'

const OwnCard = Shape('CarteDuClient', {
  id: Type.Integer(),
  brand: Type.String(),
  last4: Type.String(),
  expirationDate: Type.String({ description: 'MM/YYYY' }),
  expiree: Type.Boolean({ description: 'Whether the card has expired, so that it is not offered' }),
})

/** Routes by which signed-in customers list and delete their saved cards. */
export const ownCardRoutes: FastifyPluginAsyncTypebox<Context> = async (app, context) => {
  app.get('/api/v1/publique/profil/cartes', {
    config: { access: 'customer' },
    schema: {
      operationId: 'listOwnCards',
      summary: 'List the own saved cards',
      description: 'Lists the cards that an accepted payment saved, oldest first, also expired ones.',
      response: { 200: Type.Array(OwnCard), ...problems(401, 503) },
    },
    handler: async ({ caller }) => {
      const month = today(context.clock).slice(0, 7)
      const cards = await listCards(context.db, await getOwnersOf(context, caller), true)
      return cards.map(card => {
        const { brand, last4, expirationDate } = decryptSavedCard(context, card)
        return { id: card.id, brand, last4, expirationDate, expiree: isExpired(expirationDate, month) }
      })
    },
  })

  app.delete('/api/v1/publique/profil/cartes/:id', {
    config: { access: 'customer', errors: ['carte-inconnue'] },
    schema: {
      operationId: 'deleteOwnCard',
      summary: 'Delete an own saved card',
      description:
        'The card is no longer offered on the payment page. Another customer’s card, or one that is already deleted, answers 404.',
      params: Type.Object({ id: Id }),
      response: { 204: Type.Null(), ...problems(400, 401, 404, 503) },
    },
    handler: async ({ caller, params: { id } }, reply) => {
      const owners = await getOwnersOf(context, caller)
      if (!(await context.db.transaction(tx => deleteCard(tx, id, owners))))
        throw new Problem(404, 'carte-inconnue', 'Cette carte n’est pas enregistrée')
      return reply.code(204).send(null)
    },
  })
}
