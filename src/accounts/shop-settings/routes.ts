import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Problem, problems } from '../../platform/problem.ts'
import { newRequestId } from '../../platform/trace.ts'
import type { Accounts } from '../context.ts'
import { readStored, storeSettings } from '../installation/store.ts'
import { describeServer, readMailUrl, sealServer, senderOf } from '../mails/server.ts'
import { createSmtpSender } from '../mails/smtp.ts'
import { createSettingsShapes, Particulars, Trial, TrialOutcome } from './schemas.ts'

const url = '/api/v1/privee/reglages'
const config = { access: 'internal', rights: ['admin'] } as const

/** Routes by which administrators read and change the settings of the shop, and try its mail server. */
export const shopSettingsRoutes: FastifyPluginAsyncTypebox<Accounts> = async (app, accounts) => {
  const { db, clock, stored, settings: own } = accounts
  const { ShopSettings, Changes } = createSettingsShapes(stored.settings)

  async function read() {
    const mailUrl = await readMailUrl(accounts)
    const fixed = stored.settings.filter(({ isFixed }) => isFixed).map(({ name }) => name)
    return {
      valeurs: Object.fromEntries(stored.settings.map(setting => [setting.name, setting.read()])),
      imposes: [...fixed, ...(own.smtpUrl === undefined ? [] : ['smtp'])],
      smtp: mailUrl === undefined ? null : describeServer(mailUrl),
    }
  }

  app.get('/api/v1/publique/boutique', {
    config: { access: 'open' },
    schema: {
      operationId: 'readShopParticulars',
      summary: 'Read the particulars of the shop',
      description: 'Answers with what the law has a shop publish; null for what is not set.',
      response: { 200: Particulars },
    },
    // The response is limited to the names of its schema.
    handler: async () =>
      Object.fromEntries(stored.settings.map(setting => [setting.name, setting.read()])) as Particulars,
  })

  app.get(url, {
    config,
    schema: {
      operationId: 'readShopSettings',
      summary: 'Read the settings of the shop',
      description:
        'Answers with the values that apply: of the environment, else as stored. Passwords are left out.',
      response: { 200: ShopSettings, ...problems(401) },
    },
    handler: async (_request, reply) => {
      reply.header('cache-control', 'no-store')
      return read()
    },
  })

  app.patch(url, {
    config: { ...config, errors: ['reglage-impose'] },
    schema: {
      operationId: 'changeShopSettings',
      summary: 'Change the settings of the shop',
      description:
        'Absent settings stay. A change applies within seconds in all processes, without a restart; one of a setting that the environment gives answers 409.',
      body: Changes,
      response: { 200: ShopSettings, ...problems(400, 409) },
    },
    handler: async ({ body: { valeurs = {}, smtp } }, reply) => {
      const { imposes } = await read()
      const given = [...Object.keys(valeurs), ...(smtp === undefined ? [] : ['smtp'])]
      const fixed = given.find(name => imposes.includes(name))
      if (fixed !== undefined)
        throw new Problem(409, 'reglage-impose', `${fixed} is given by the environment of the server`)
      const sealed = smtp && sealServer(accounts, smtp, await readMailUrl(accounts))
      const values = { ...valeurs, ...(sealed === undefined ? {} : { smtp: sealed }) }
      await db.transaction(tx => storeSettings(tx, values, clock.now()))
      stored.apply((await readStored(db)).reglages)
      accounts.mails.wake()
      reply.header('cache-control', 'no-store')
      return read()
    },
  })

  app.post('/api/v1/privee/courriels-d-essai', {
    config: { ...config, keepsNothing: true },
    schema: {
      operationId: 'sendTrialMail',
      summary: 'Send a trial mail',
      description:
        'Sends a mail with the settings that apply, at once, and answers with the response of the server.',
      body: Trial,
      response: { 200: TrialOutcome, ...problems(400) },
    },
    handler: async ({ body: { destinataire } }) => {
      const mailUrl = await readMailUrl(accounts)
      if (mailUrl === undefined) return { envoye: false, reponse: 'Aucun serveur de courriel n’est réglé' }
      const from = senderOf(accounts)
      const text = `Ce message d’essai vient de ${from.name} : les courriels de la boutique partent.`
      const outcome = await createSmtpSender(
        mailUrl,
        from,
      )({
        messageId: `<${newRequestId()}@${from.address.split('@').at(-1)}>`,
        ...{ to: destinataire, subject: `Essai de ${from.name}`, text, html: undefined },
      })
      return { envoye: outcome.sent, reponse: outcome.sent ? outcome.response : outcome.reason }
    },
  })
}
