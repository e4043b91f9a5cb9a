import pg from 'pg'
import type { Patroni } from '../servers/patroni.ts'
import {
  createRetryingClient,
  type RetryingClient,
} from '../support/fault-injection/purchases/retrying-client.ts'
import { openShop } from '../support/fault-injection/purchases/shop.ts'
import { pause } from '../support/pause.ts'
import { cardPayment } from '../support/payments.ts'
import { createRandom } from '../support/seeded-random.ts'
import { KEY, type RunningShape } from './up.ts'

const KILLS = 5
const ORDERS_PER_SECOND = 10
const PAUSE_MS = 4_000
/** The wait of a buyer before the next attempt. */
const RETRY_MS = 1_000
/** Longer than any outage that a kill causes. */
const PATIENCE_MS = 300_000

/** The longest time from the election of a leader until an order is placed. */
const RESUMED_S = 2
/** The longest time for which a call is refused because its Idempotency-Key is in use. */
const KEY_S = 5

/** The longest time until a payment is accepted. */
const SETTLED_MS = 120_000

type Product = { id: number; cents: number }

/** Creates a customer who places and pays orders and repeats every call with its key until it is answered. */
async function createBuyer({ ask, surely }: RetryingClient, products: readonly Product[], seed: number) {
  const person = { nom: 'Martin', prenom: 'Zoé', adresseMail: `acheteur.${seed}@example.org` }
  const { body } = await surely([201], ['POST', '/api/publique/clients', person])
  const clientId = String(body.idClient)
  const placed: string[] = []
  const held: number[] = []
  const failed: string[] = []
  let [started, lastPlacedAt] = [0, 0]

  async function create(path: string, body: unknown, key: string) {
    let heldSince: number | undefined
    for (const end = performance.now() + PATIENCE_MS; performance.now() < end; ) {
      const askedAt = performance.now()
      const answer = await ask('POST', path, body, key)
      const isHeld = answer?.body.code === 'cle-idempotence-en-cours'
      if (isHeld) heldSince ??= performance.now()
      else if (answer) {
        if (heldSince !== undefined) held.push((askedAt - heldSince) / 1_000)
        if (answer.status === 201) return answer.body
        throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
      }
      await pause(RETRY_MS)
    }
    throw new Error(`POST ${path} was not answered in ${PATIENCE_MS / 1_000} s`)
  }

  async function buy() {
    const name = `${seed}-${++started}`
    const { id, cents } = products[started % products.length]!
    const order = {
      ...{ clientId, articles: [{ id, quantite: 1, prixUnitaireCents: cents }], montantTotalCents: cents },
      adresseLivraison: { rue: '1 rue de la Paix', ville: 'Paris' },
      clientInfo: { prenom: 'Zoé', nom: 'Martin' },
    }
    const ordreId = String((await create('/api/commandes', order, `commande-${name}`)).ordreId)
    lastPlacedAt = performance.now()
    const payment = cardPayment({ orderId: ordreId, montant: cents / 100, clientId })
    await create('/api/private/create_paiement', payment, `paiement-${name}`)
    placed.push(ordreId)
  }

  return {
    ...{ clientId, placed, held, failed },
    started: () => started,
    /** Starts a purchase ten times a second until `over` returns true; resolves once all have ended. */
    async buyUntil(over: () => boolean) {
      const buying: Promise<void>[] = []
      for (const begun = performance.now(); !over(); ) {
        buying.push(buy().catch(error => void failed.push(String(error))))
        await pause(Math.max(0, begun + (1_000 / ORDERS_PER_SECOND) * buying.length - performance.now()))
      }
      await Promise.all(buying)
    },
    /** Waits until an order is placed after this time; returns the seconds between. */
    async waitForOrder(since: number) {
      while (lastPlacedAt <= since) await pause(10)
      return (lastPlacedAt - since) / 1_000
    },
  }
}

/** Compares the orders and accepted payments that the buyer knows with the stored ones. */
async function compareStored(url: string, placed: readonly string[], clientId: string) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const stored = async (text: string) =>
      (await client.query<{ id: string }>(text, [clientId])).rows.map(({ id }) => id)
    const orders = await stored('select "ordreId" as id from orders.commande where "clientId" = $1')
    const payments = await stored(
      `select "orderId" as id from payments.transaction
       join orders.commande on "ordreId" = "orderId" where commande."clientId" = $1 and status = 'accepte'`,
    )
    const missing = (ids: readonly string[]) => placed.filter(id => !ids.includes(id)).length
    // Every call was repeated until it was answered, so an order that the buyer does not know is the second one of a call.
    const doubled = orders.length - placed.length + payments.length - new Set(payments).size
    return { lost: missing(orders) + missing(payments), doubled: Math.max(0, doubled) }
  } finally {
    await client.end()
  }
}

const format = (seconds: readonly number[]) => seconds.map(each => each.toFixed(1)).join(', ')

/**
 * Kills the primary five times, with its Patroni, while ten orders a second are placed. Prints the figures and returns
 * those that exceed their limit.
 */
export async function killPrimaries({ url, databases }: RunningShape<Patroni>, seed: number) {
  const random = createRandom(seed)
  const client = createRetryingClient(url, KEY)
  const buyer = await createBuyer(client, await openShop(client), seed)
  const [electedS, resumedS]: [number[], number[]] = [[], []]
  let over = false
  const buying = buyer.buyUntil(() => over)
  try {
    for (let i = 0; i < KILLS; i++) {
      await pause(PAUSE_MS + random.below(PAUSE_MS))
      const primary = databases.primary()
      const killedAt = performance.now()
      databases.kill(primary)
      const electedAt = await databases.waitForSuccessor(primary)
      electedS.push((electedAt - killedAt) / 1_000)
      resumedS.push(await buyer.waitForOrder(electedAt))
      databases.startPatroni(primary)
      await databases.recovered()
    }
  } finally {
    over = true
  }
  await buying
  const { clientId, placed, held, failed, started } = buyer
  let compared = await compareStored(databases.url('comptoir'), placed, clientId)
  for (const end = performance.now() + SETTLED_MS; compared.lost > 0 && performance.now() < end; ) {
    await pause(1_000)
    compared = await compareStored(databases.url('comptoir'), placed, clientId)
  }
  const { lost, doubled } = compared
  console.log(
    `  ${KILLS} kills of the primary, seed ${seed}: ${started()} orders, ${lost} lost, ${doubled} doubled`,
  )
  console.log(`  new leader after ${format(electedS)} s, the next order ${format(resumedS)} s later`)
  console.log(
    `  ${held.length} calls with a key in use, for at most ${Math.max(0, ...held).toFixed(1)} s; ${client.seen.unanswered} of ${client.seen.calls} calls unanswered`,
  )
  return [
    ...(lost > 0 ? [`${lost} orders or payments are lost`] : []),
    ...(doubled > 0 ? [`${doubled} orders or payments are doubled`] : []),
    ...resumedS
      .filter(each => each > RESUMED_S)
      .map(each => `${each.toFixed(1)} s from a new leader to the next order, at most ${RESUMED_S}`),
    ...held
      .filter(each => each > KEY_S)
      .map(each => `a key was in use for ${each.toFixed(1)} s, at most ${KEY_S}`),
    ...failed,
    ...client.seen.faults,
  ]
}
