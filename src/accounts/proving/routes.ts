import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { languageOf } from '../../platform/http/accept.ts'
import { LANGUAGES, Shape } from '../../platform/http/pages.ts'
import { problems } from '../../platform/problem.ts'
import type { Accounts } from '../context.ts'
import { emailOrTokenRequired, formatFrenchError } from '../messages.ts'
import { Email, LinkToken, MessageAnswer, NewPassword, Profile } from '../schemas.ts'
import { getSignedInAccount, profileOf } from '../sessions/session.ts'
import { requestLink, requestOrderMail } from './send-links.ts'
import { confirmEmail, resetPassword } from './use-links.ts'

/** Identical whether or not an account has the address. */
const SENT = { message: 'Si un compte utilise cette adresse, un e-mail lui est envoyé' }

/** Routes that request mails with a link and use the links. No request for a mail reveals whether an account exists. */
export const provingRoutes: FastifyPluginAsyncTypebox<Accounts> = async (app, accounts) => {
  app.post('/api/v1/publique/confirmations-courriel', {
    config: { access: 'open', takes: ['bearer'], errors: ['lien-expire'] },
    schemaErrorFormatter: formatFrenchError,
    schema: {
      operationId: 'confirmEmail',
      summary: 'Confirm an e-mail address',
      description:
        'With `email`, sends a link to the address, at most three per hour. With `jeton`, confirms the address; this requires the bearer token of the account to which the link was sent.',
      // Either the address to send a link to, or the token of a link.
      body: Shape('ConfirmationCourriel', { email: Type.Optional(Email), jeton: Type.Optional(LinkToken) }),
      response: { 200: Profile, 202: MessageAnswer, ...problems(400, 401, 410) },
    },
    handler: async (request, reply) => {
      const { email, jeton } = request.body
      if ((email === undefined) === (jeton === undefined)) throw emailOrTokenRequired()
      if (email !== undefined) {
        const langue = languageOf(request.headers['accept-language'], LANGUAGES)
        await requestLink(accounts, { email, usage: 'confirmation', langue })
        return reply.code(202).send(SENT)
      }
      const account = await getSignedInAccount(accounts, request)
      return profileOf(accounts, await confirmEmail(accounts, account, String(jeton)))
    },
  })

  app.post('/api/v1/publique/mots-de-passe-oublies', {
    config: { access: 'open' },
    schemaErrorFormatter: formatFrenchError,
    schema: {
      operationId: 'forgetPassword',
      summary: 'Request a password reset',
      description:
        'Sends a link to the address, at most three an hour. The answer does not reveal whether there is an account.',
      body: Shape('MotDePasseOublie', { email: Email }),
      response: { 202: MessageAnswer, ...problems(400) },
    },
    handler: async ({ body: { email }, headers }, reply) => {
      const langue = languageOf(headers['accept-language'], LANGUAGES)
      await requestLink(accounts, { email, usage: 'mot-de-passe', langue })
      return reply.code(202).send(SENT)
    },
  })

  app.post('/api/v1/publique/mots-de-passe', {
    config: { access: 'open', errors: ['lien-expire'] },
    schemaErrorFormatter: formatFrenchError,
    schema: {
      operationId: 'resetPassword',
      summary: 'Reset a password',
      description:
        'Sets a new password with the token of the mailed link. The address counts as confirmed and all sessions end.',
      body: Shape('NouveauMotDePasse', { jeton: LinkToken, motDePasse: NewPassword }),
      response: { 200: MessageAnswer, ...problems(400, 410) },
    },
    handler: async ({ body: { jeton, motDePasse } }) => {
      await resetPassword(accounts, jeton, motDePasse)
      return { message: 'Votre mot de passe est changé : connectez-vous' }
    },
  })

  app.post('/api/v1/publique/courriels-commande', {
    config: { access: 'open' },
    schema: {
      operationId: 'sendOrderMail',
      summary: 'Send the mail of an order again',
      description:
        'Sends the mail to the address of a paid order, at most three times per hour. The response does not reveal whether the order exists.',
      body: Shape('DemandeCourrielCommande', { ordreId: Type.String({ minLength: 1, maxLength: 100 }) }),
      response: { 202: MessageAnswer, ...problems(400) },
    },
    handler: async ({ body: { ordreId } }, reply) => {
      await requestOrderMail(accounts, ordreId)
      return reply.code(202).send({
        message: 'Si cette commande est payée, un e-mail est envoyé à l’adresse donnée avec elle',
      })
    },
  })
}
