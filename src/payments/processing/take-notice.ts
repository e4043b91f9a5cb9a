import { Problem } from '../../platform/problem.ts'
import type { Context } from '../context.ts'
import type { Provider } from '../providers/provider.ts'
import { findByAuthorization } from '../store/transactions.ts'
import { chargeOf } from './charge.ts'

type Message = Omit<Parameters<NonNullable<Provider['notified']>>[0], 'now'>

/**
 * Takes in what a provider says of a payment: its end, while it is pending. Said again, it finds nothing to do.
 * 404 a provider that says nothing; 401 not its signature; 400 not its language.
 */
export async function takeNotice(context: Context, segment: string, message: Message) {
  const { clock, log, db } = context
  const { notified, name } = context.providers.inAddress(segment)
  if (!notified) throw new Problem(404, 'prestataire-inconnu', `The provider ${name} sends no notifications`)
  // The time in it is the outside world's, whatever the platform's clock shows.
  const notice = await read(() => notified({ ...message, now: clock.real() }))
  if (!notice) return
  const payment = await findByAuthorization(db, notice.authorizationId)
  // Another application may share the provider's account; a payment is ours when its token is, too.
  if (payment?.provider !== name || chargeOf(context, payment).charge.token !== notice.token) return
  if (notice.montantCents !== payment.montantCents || notice.devise !== payment.devise) {
    const { montantCents, devise } = notice
    const said = { transactionId: payment.id, said: { montantCents, devise } }
    return log.error(said, 'A provider says the end of a payment over another amount; it changes nothing')
  }
  const ended = await context.endPayment(payment.id, notice.outcome)
  if (!ended && payment.status !== 'en_attente' && payment.status !== notice.outcome)
    log.error(
      { transactionId: payment.id, status: payment.status, said: notice.outcome },
      'A provider says another end of a payment than the one that it has',
    )
}

async function read<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem(400, 'notification-invalide', 'The notification cannot be read')
  }
}
