import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { Id, LANGUAGES, Language } from '../../platform/http/pages.ts'
import { headersOf } from '../../platform/pages/serve.ts'
import { problems } from '../../platform/problem.ts'
import type { Accounts } from '../context.ts'
import { findMailRecipient } from '../contract.ts'
import type { RecipientQuery } from '../schemas.ts'
import { findAccountsByRef } from '../store/accounts.ts'
import { contentOf } from './content.ts'
import { maskedLinksOf } from './outgoing.ts'
import { renderHtml, renderText } from './render.ts'
import { resendMail } from './resend-mail.ts'
import { createSample } from './samples.ts'
import { type Mail, MailList, MailQuery, ResentMail, Template } from './schemas.ts'
import { readMailUrl } from './server.ts'
import { shopOf } from './shop.ts'
import { listRecipients, searchMails } from './store.ts'

function shown(accounts: Accounts, mail: Mail) {
  const shop = shopOf(accounts)
  const content = contentOf(mail, shop, maskedLinksOf(shop, mail))
  return { ...mail, sujet: content.subject, texte: renderText(content, shop) }
}

/** The page runs no scripts, and only pages of this host may frame it. */
const PREVIEW_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "frame-ancestors 'self'",
  'sandbox',
]

/** Masks an address as `a•••@example.org`: its owner recognizes it, and nobody else learns it. */
const masked = (address: string) => address.replace(/^(.)[^@]*/u, '$1•••')

/**
 * Returns the masked recipient of mails about an order or payment, for the payment page; null if no mail is sent, or
 * if the recipient is unknown or must not be shown. Only a verified customer sees the address of an account, because
 * others could find out whether the account exists.
 */
async function findRecipient(
  accounts: Accounts,
  { ordreId, client, prouve }: RecipientQuery,
): Promise<string | null> {
  const { db } = accounts
  if ((await readMailUrl(accounts)) === undefined) return null
  const written = ordreId === undefined ? undefined : (await listRecipients(db, [ordreId])).get(ordreId)
  if (written && (prouve || written.compteId === null)) return masked(written.destinataire)
  if (written || !prouve || client === undefined) return null
  const account = (await findAccountsByRef(db, [client])).get(client)
  return account ? masked(account.email) : null
}

export const mailRoutes: FastifyPluginAsyncTypebox<Accounts> = async (app, accounts) => {
  app.get('/api/v1/privee/courriels', {
    config: { access: 'internal', rights: ['support'] },
    schema: {
      operationId: 'listMails',
      summary: 'List mails',
      description: 'Lists the mails of the last 30 days and their delivery, newest first.',
      querystring: MailQuery,
      response: { 200: MailList, ...problems(400, 401) },
    },
    handler: async ({ query }, reply) => {
      reply.header('cache-control', 'no-store')
      const { data, ...rest } = await searchMails(accounts.db, query)
      return { data: data.map(mail => shown(accounts, mail)), ...rest }
    },
  })

  app.post('/api/v1/privee/courriels/:id/renvois', {
    config: {
      access: 'internal',
      rights: ['support'],
      errors: ['courriel-inconnu', 'statut-incompatible'],
    },
    schema: {
      operationId: 'resendMail',
      summary: 'Send a mail about an order again',
      description:
        'Queues the mail with new links, to the present address of its account or else to its recipient. Answers 409 while the mail still waits to be sent.',
      params: Type.Object({ id: Id }),
      response: { 202: ResentMail, ...problems(400, 401, 404, 409) },
    },
    handler: async ({ params }, reply) => {
      reply.header('cache-control', 'no-store')
      return reply.code(202).send(await resendMail(accounts, params.id))
    },
  })

  app.get('/api/v1/privee/courriels/apercus/:modele', {
    config: { access: 'internal', rights: ['support'] },
    schema: {
      operationId: 'previewMail',
      summary: 'Preview a mail',
      description: 'Answers with the page of a mail with invented data. Its links lead nowhere.',
      params: Type.Object({ modele: Template }),
      querystring: Type.Object({ langue: Type.Optional(Language('Language of the mail; `fr` by default')) }),
      response: {
        200: { content: { 'text/html': { schema: Type.String({ description: 'The page of the mail' }) } } },
        ...problems(400, 401),
      },
    },
    handler: async ({ params: { modele }, query: { langue = LANGUAGES[0] } }, reply) => {
      const shop = shopOf(accounts)
      const sample = createSample(modele, langue)
      const page = renderHtml(contentOf(sample, shop, maskedLinksOf(shop, sample)), shop)
      return reply
        .headers(headersOf(PREVIEW_POLICY, 'no-referrer'))
        .type('text/html; charset=utf-8')
        .send(page)
    },
  })

  app.route({
    ...findMailRecipient,
    handler: async ({ query }) => ({ adresse: await findRecipient(accounts, query) }),
  })
}
