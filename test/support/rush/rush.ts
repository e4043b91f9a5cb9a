import { eventually } from '../eventually.ts'
import type { TestPlatform } from '../platform.ts'
import { createShopActions } from '../shopping.ts'

/** A shop with many concurrent buyers; `query` runs SQL on its database. */
export type Rush = {
  call: TestPlatform['call']
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>
}

/** Settings with which payments and confirmations are not delayed. */
export const UNDELAYED_SETTINGS = { COMPTOIR_PAYMENT_DELAY_MS: '0', COMPTOIR_CONFIRM_DELAY_MS: '0' }

/** Settings with which the half hour of a reservation lasts half a second. */
export const ACCELERATED_SETTINGS = { ...UNDELAYED_SETTINGS, COMPTOIR_CLOCK_MULTIPLIER: '3600' }

/**
 * Sets the end of every active reservation to its start, so that its expiry does not depend on the speed of the test.
 */
export const expireActiveReservations = ({ query }: Rush) =>
  query(`update logistics.reservation set "expireLe" = "createdAt" where statut = 'active'`)

export const count = async ({ query }: Rush, from: string, values: unknown[] = []) =>
  (await query<{ found: number }>(`select count(*)::int as found from ${from}`, values))[0]!.found

/** `busy` is a 503, which the platform may answer when many requests run concurrently. */
export type OrderOutcome = { ordreId: string } | 'refused' | 'busy'

/** Creates a product at €10 in the given quantity. Returns the actions of a buyer. */
export async function createGoods(rush: Rush, quantity: number) {
  const { product, store, stock, place, pay, left } = createShopActions(rush)
  const { id } = await product()
  await stock((await store()).id, id, quantity)

  return {
    left: () => left(id),

    async order(buyer: number): Promise<OrderOutcome> {
      const line = { id, quantite: 1, prixUnitaireCents: 1000 }
      const { status, body } = await place([line], { clientId: `CLI_BUYER${buyer}` })
      if (status === 201) return { ordreId: body.ordreId }
      if (status === 503) return 'busy'
      if (status !== 409 || !body.message.includes(String(id))) throw new Error(`${status} ${body.message}`)
      return 'refused'
    },

    pay: (ordreId: string) =>
      pay(ordreId, 10).then(
        () => 'paid' as const,
        (error: Error) => {
          if (error.message.startsWith('409 ')) return 'tooLate' as const
          if (error.message.startsWith('503 ')) return 'busy' as const
          throw error
        },
      ),
  }
}

/** Repeats a call while its outcome is `busy`, for at most two minutes; returns the first other outcome. */
export async function retryWhileBusy<T>(ask: () => Promise<T | 'busy'>): Promise<T> {
  const served = async () => {
    const answer = await ask()
    return answer !== 'busy' && { answer }
  }
  return (await eventually('the call is accepted', served, 120_000)).answer
}

export const countOf = <T>(things: readonly T[], wanted: T) => things.filter(thing => thing === wanted).length

export const people = (number: number) => Array.from({ length: number }, (_, i) => i)
