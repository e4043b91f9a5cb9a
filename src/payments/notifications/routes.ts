import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { Problem, problems } from '../../platform/problem.ts'
import type { Context } from '../context.ts'
import { getCharge } from '../processing/process-payment.ts'
import type { SignedMessage } from '../providers/provider.ts'
import { findByAuthorization } from '../store.ts'
import { applyAftermath } from './apply-aftermath.ts'

/** The signature covers the bytes of the body, so these routes do not parse it. */
export const notificationRoutes: FastifyPluginAsyncTypebox<Context> = async (app, context) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))

  app.post('/api/v1/publique/prestataires/:provider/notifications', {
    // The provider's signature is the credential.
    config: {
      access: 'open',
      errors: ['notification-invalide', 'signature-invalide', 'prestataire-inconnu'],
    },
    schema: {
      operationId: 'notifyPayment',
      summary: 'Notify of a payment',
      description:
        'Receives the signed notification of a payment provider, in its own format: an outcome, a refund or a dispute. A repeated notification changes nothing.',
      params: Type.Object({
        provider: Type.String({ maxLength: 50, description: 'Name of the payment provider' }),
      }),
      response: { 200: Type.Object({ message: Type.String() }), ...problems(400, 401, 404, 503) },
    },
    handler: async ({ params, body, headers }) => {
      await handleNotification(context, params.provider, {
        body: typeof body === 'string' ? body : '',
        headers,
      })
      return { message: 'Notification reçue' }
    },
  })
}

/**
 * Applies a provider's notification: ends the payment if that is pending, and records its refunds and disputes, so a
 * repeated one has no effect. A notification with another amount, or about a payment of another application, is
 * ignored. Throws 404 for an unknown provider or one without notifications, 401 for a wrong signature, 400 for an
 * unreadable message, and 503 while the provider cannot be asked.
 */
async function handleNotification(context: Context, segment: string, message: Omit<SignedMessage, 'now'>) {
  const { clock, log, db } = context
  const { parseNotification, name } = context.providers.fromUrl(segment)
  if (!parseNotification)
    throw new Problem(404, 'prestataire-inconnu', `The provider ${name} sends no notifications`)
  // The timestamp of the signature is real time, even when the platform's clock is set otherwise.
  const read = await parseNotification({ ...message, now: clock.real() }).catch(error => {
    if (error instanceof Problem) throw error
    throw new Problem(400, 'notification-invalide', 'The notification cannot be read')
  })
  const reported = await read?.()
  if (!reported) return
  const payment = await findByAuthorization(db, reported.authorizationId)
  // Another application may share the provider's account; the token identifies this platform's payments.
  if (payment?.provider !== name || getCharge(context, payment).charge.token !== reported.token) return
  if (reported.montantCents !== payment.montantCents || reported.devise !== payment.devise) {
    const { montantCents, devise } = reported
    const said = { transactionId: payment.id, said: { montantCents, devise } }
    return log.error(said, "A payment provider's notification was ignored because its amount differs")
  }
  const { outcome, aftermath } = reported
  if (outcome === 'en_attente') return
  const ended = await context.endPayment(payment.id, outcome)
  if (!ended && payment.status !== 'en_attente' && payment.status !== outcome)
    log.error(
      { transactionId: payment.id, status: payment.status, said: outcome },
      'A payment provider reported an outcome that contradicts the recorded one',
    )
  if (aftermath) await applyAftermath(context, payment.id, aftermath)
}
