import type { Context } from '../context.ts'
import { type Pending, pendingBefore, readTransaction } from '../store.ts'
import { abandonPayment, processPayment } from './process-payment.ts'

const BATCH = 100
/** Payments that a provider is asked about at the same time. */
const AT_ONCE = 8
const ORPHANED_MS = 2 * 60_000
const EXPIRED_MS = 24 * 3_600_000

async function* pendingFor({ db, clock }: Context, ms: number) {
  const before = new Date(clock.now().getTime() - ms)
  for (let after = 0; ; ) {
    const batch = await pendingBefore(db, before, after, BATCH)
    const last = batch.at(-1)
    if (last) yield batch
    if (!last || batch.length < BATCH) return
    after = last.id
  }
}

/** One that fails keeps no other from its turn. */
async function each({ log }: Context, pending: Pending[], work: (id: number) => Promise<unknown>) {
  const waiting = pending.values()
  const worker = async () => {
    for (const { id } of waiting)
      await work(id).catch(error =>
        log.error({ err: error, transactionId: id }, 'A pending payment could not be brought to its end'),
      )
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** Every 5 minutes: processes what has been pending for more than 2. */
export async function recoverPayments(context: Context) {
  for await (const batch of pendingFor(context, ORPHANED_MS))
    await each(context, batch, id => processPayment(context, id))
}

/** At midnight: cancels what has been pending for more than 24 hours, once its provider has let go of it. */
export async function expirePayments(context: Context) {
  const { db, providers } = context
  const isAsked = ({ provider }: Pending) => provider !== null && !!providers.named(provider)?.abandon
  for await (const batch of pendingFor(context, EXPIRED_MS)) {
    const ours = batch.filter(payment => !isAsked(payment))
    await Promise.all(ours.map(({ id }) => context.endPayment(id, 'annule')))
    await each(context, batch.filter(isAsked), async id =>
      abandonPayment(context, await readTransaction(db, id)),
    )
  }
}
