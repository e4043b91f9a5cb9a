import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Databases } from '../../../servers/replicated.ts'
import type { Shape } from '../../../shapes/shape.ts'
import { KEY, type RunningShape, startShape } from '../../../shapes/up.ts'
import { pause } from '../../pause.ts'
import { listDisagreements } from '../../reconciled.ts'
import { createRandom, type Random } from '../../seeded-random.ts'
import { buy } from './buyer.ts'
import { checkPurchases, createFindings, type Findings } from './check.ts'
import { checkEvents } from './check-events.ts'
import { type Listener, receiveAllEvents } from './listener.ts'
import type { Product, Purchase } from './purchase.ts'
import { createReader, readAreaData } from './read.ts'
import { createRetryingClient, type RetryingClient } from './retrying-client.ts'
import { openShop } from './shop.ts'

const BUYERS = 8
/** A call whose process died locks its Idempotency-Key for a minute. */
const KEY_FREE_MS = 61_000
/** The time for events to have their effects: a payment whose job died with its process resumes after two minutes. */
const SETTLED_MS = 300_000

export type Stage<D extends Databases = Databases> = RunningShape<D> & {
  random: Random
  listener: Listener
  purchases: readonly Purchase[]
  client: RetryingClient
}
type Options<D extends Databases> = { shape: Shape<D>; seed: number; buyers?: number }

/**
 * Makes whole purchases in a shape while `faults` breaks it; then every effect that was reported to a buyer must exist
 * exactly once. Returns the counts, or throws with the violations.
 */
export async function tryShape<D extends Databases>(
  { shape, seed, buyers = BUYERS }: Options<D>,
  faults: (stage: Stage<D>) => Promise<void>,
) {
  const up = await startShape(shape)
  const client = createRetryingClient(up.url, KEY)
  const listener = await receiveAllEvents(up.amqpUrl)
  const purchases: Purchase[] = []
  const printed: string[] = []
  try {
    const products = await openShop(client)
    let over = false
    const buying = Array.from({ length: buyers }, async (_, i) => {
      const random = createRandom(seed + 1 + i)
      while (!over) {
        const purchase = newPurchase(`${seed}-${i}-${purchases.length}`, random.pick(products), random)
        purchases.push(purchase)
        await buy(client, productOf(products, purchase), random, purchase)
      }
    })
    const random = createRandom(seed)
    await Promise.all([
      ...buying,
      faults({ ...up, random, listener, purchases, client }).finally(() => {
        over = true
      }),
    ])
    await askAgain(client, purchases)
    await settled()
    const { calls, unanswered, slowestMs, faults: bad } = client.seen
    if (bad.length > 0) throw new Error(`${bad.length} answers were invalid:\n${bad.slice(0, 5).join('\n')}`)
    const bought = purchases.filter(({ ordreId }) => ordreId !== undefined).length
    return {
      bought,
      calls,
      unanswered,
      slowestMs,
      again: listener.again(),
      events: listener.messages().length,
    }
  } catch (error) {
    for (const copy of up.copies) printed.push(`${copy.name}:\n${copy.running.output()}`)
    const file = join(tmpdir(), `comptoir-faults-${seed}.log`)
    writeFileSync(file, printed.join('\n'))
    console.error(`The output of the processes since their last start is in ${file}`)
    throw error
  } finally {
    await listener.close().catch(() => {})
    await up.down()
  }

  /** Repeats all checks until they find no violation; throws the violations after five minutes. */
  async function settled() {
    const read = createReader(shape, database => up.databases.url(database))
    let found: Findings = createFindings()
    let looked = 0
    for (const end = performance.now() + SETTLED_MS; ; await pause(2_000)) {
      const all = await readAreaData(read)
      found = checkPurchases(purchases, all)
      checkEvents(listener.messages(), all, found)
      found.wrong.push(...(await listDisagreements(up.url, KEY)))
      const lines = Object.entries(found).flatMap(([kind, list]) =>
        list.map((what: string) => `${kind}: ${what}`),
      )
      if (lines.length === 0) return
      if (++looked % 15 === 0) console.log(`\nnot settled yet: ${lines[0]}`)
      if (performance.now() > end)
        throw new Error(`${lines.length} findings:\n${lines.slice(0, 20).join('\n')}`)
    }
  }
}

const newPurchase = (name: string, { id, cents }: Product, random: Random): Purchase => {
  const units = 1 + random.below(3)
  return { name, email: `acheteur.${name}@example.org`, productId: id, units, cents: units * cents }
}

const productOf = (products: readonly Product[], { productId }: Purchase) =>
  products.find(({ id }) => id === productId) as Product

/** Repeats each call whose outcome is unknown with its key, which executes it if the first attempt did not. */
async function askAgain({ surely }: RetryingClient, purchases: readonly Purchase[]) {
  const open = purchases.filter(purchase => purchase.open)
  if (open.length === 0) return
  await pause(KEY_FREE_MS)
  for (const purchase of open) {
    const { path, body, key } = purchase.open!
    const answer = await surely([200, 201], ['POST', path, body, key])
    if (path === '/api/commandes') purchase.ordreId = String(answer.body.ordreId)
  }
}
