import pg from 'pg'
import type { Peers } from '../../../src/platform/peers/peers.ts'
import { pause } from '../pause.ts'
import type { Random } from '../seeded-random.ts'

const ONE_IN = 20
const LONGEST_MS = 50

/** A random delay before one call in twenty. */
const delayOf = (random: Random) =>
  random.below(ONE_IN) === 0 ? pause(random.below(LONGEST_MS + 1)) : undefined

/** Delays random statements on all connections of this process, until `end`. The order on a connection is preserved. */
export function delayStatements(random: Random) {
  const send = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown
  const delayed = new WeakMap<pg.Client, Promise<unknown>>()

  function sendLater(this: pg.Client, ...args: unknown[]) {
    const delay = delayOf(random)
    const earlier = delayed.get(this)
    if (!delay && !earlier) return send.apply(this, args)
    const turn = Promise.all([earlier, delay])
    delayed.set(this, turn)
    const sent = turn.then(() => {
      if (delayed.get(this) === turn) delayed.delete(this)
      return send.apply(this, args)
    })
    const [query] = args
    if (typeof query === 'object' && query !== null && 'submit' in query) return query
    return typeof args.at(-1) === 'function' ? undefined : sent
  }
  pg.Client.prototype.query = sendLater as typeof pg.Client.prototype.query
  return {
    end: () => {
      pg.Client.prototype.query = send as typeof pg.Client.prototype.query
    },
  }
}

export const delayPeers = <Calls extends string>(peers: Peers<Calls>, random: Random): Peers<Calls> => ({
  ...peers,
  async ask(operation, given) {
    await delayOf(random)
    return peers.ask(operation, given)
  },
  async stream(operation, given) {
    await delayOf(random)
    return peers.stream(operation, given)
  },
})
