import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { basketTable } from '../orders/baskets.ts'
import { fillPaidOrders } from '../orders/fill.ts'
import { confirming, placing } from '../orders/scripts.ts'
import { CLIENT, SINK } from '../orders/work.ts'
import type { Bench, Suite } from '../support/bench.ts'
import { fillShop, type Product } from '../support/fill-shop.ts'
import { type Call, load } from '../support/load.ts'
import { NO_PGBENCH, pgbench } from '../support/pgbench.ts'
import { median, table } from '../support/race.ts'

const CONNECTIONS = 8
/** More than any contestant does in a second. */
const MOST_A_SECOND = 8_000

type Contest = {
  name: string
  ours: () => Call
  bare: () => Call
  /** The statements alone, in a script; `first` is the number of the first order of `each` client. */
  script: string[]
  block: (size: number) => number
}

type Shop = { bench: Bench; url: string; bases: { ours: string; bare: string }; ledger: pg.Client }

const orderOf = ({ id, prixDeVenteCents }: Product) => ({
  clientId: CLIENT,
  articles: [{ id: String(id), quantite: 1, prixUnitaireCents: prixDeVenteCents }],
  montantTotalCents: prixDeVenteCents,
  adresseLivraison: { rue: '12 rue des Halles', codePostal: '59000', ville: 'Lille' },
  clientInfo: { prenom: 'Camille', nom: 'Martin', email: 'camille@example.org' },
})

/** The purchase history takes in what a known customer bought. */
async function shopper(base: string) {
  const response = await fetch(`${base}/api/publique/clients`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      idClient: CLIENT,
      nom: 'Martin',
      prenom: 'Camille',
      adresseMail: 'c@example.org',
    }),
  })
  if (response.status !== 201) throw new Error(`The customer: ${response.status} ${await response.text()}`)
}

/** Numbers that are given out once. */
function numbers() {
  let next = 1
  return (size = 1) => {
    next += size
    return next - size
  }
}

function contests(products: Product[], scripts: Record<'placing' | 'confirming', string[]>): Contest[] {
  const order = numbers()
  const paid = numbers()
  const product = () => orderOf(products[(order() * 7919) % products.length]!)
  const post = (path: string, body: unknown, status: number): Call => ({ method: 'POST', path, body, status })
  const payment = (i: number) => ({ transactionId: String(i), authorizationId: `AUTH-${i}`, amount: '10.00' })
  const confirm = (path: (ordreId: string) => string) => () => {
    const i = paid()
    return post(path(`CMD-B${i}`), payment(i), 200)
  }
  return [
    {
      name: 'order placed',
      ours: () => post('/api/commandes', product(), 201),
      bare: () => post('/order', product(), 201),
      script: scripts.placing,
      // Beyond the numbers of the orders that wait to be confirmed.
      block: size => 1_000_000_000 + order(size),
    },
    {
      name: 'order confirmed',
      ours: confirm(ordreId => `/api/commandes/${ordreId}/confirmer-paiement`),
      bare: confirm(ordreId => `/confirm/${ordreId}`),
      script: scripts.confirming,
      block: paid,
    },
  ]
}

async function contest({ bench, url, bases, ledger }: Shop, { name, ours, bare, script, block }: Contest) {
  const { directory, options } = bench
  const perClient = (MOST_A_SECOND * options.seconds) / CONNECTIONS
  const alone = () =>
    pgbench(
      url,
      { directory, name: name.replaceAll(' ', '-'), lines: script },
      {
        clients: CONNECTIONS,
        seconds: options.seconds,
        variables: { n: 0, each: perClient, first: block(perClient * CONNECTIONS) },
      },
    )
  await load(bases.ours, ours, CONNECTIONS, 2)
  await load(bases.bare, bare, CONNECTIONS, 2)
  const rounds: { ours: number; bare: number; alone: number | undefined; p95Ms: number; drainMs: number }[] =
    []
  for (let round = 0; round < options.rounds; round++) {
    await drained(ledger)
    const us = await load(bases.ours, ours, CONNECTIONS, options.seconds)
    const drainMs = await drained(ledger)
    const them = await load(bases.bare, bare, CONNECTIONS, options.seconds)
    const { perSecond, p95Ms } = us
    rounds.push({ ours: perSecond, bare: them.perSecond, alone: await alone(), p95Ms, drainMs })
  }
  const middle = (of: (round: (typeof rounds)[number]) => number) => median(rounds.map(of))
  return [
    name,
    middle(round => round.ours),
    middle(round => round.bare),
    middle(round => round.ours / round.bare).toFixed(2),
    ...(rounds[0]!.alone === undefined
      ? ['', '']
      : [middle(round => round.alone!), middle(round => round.ours / round.alone!).toFixed(2)]),
    middle(round => round.p95Ms),
    middle(round => round.drainMs),
  ]
}

/** Waits until the events have been consumed; those of the others are thrown away. Gives the milliseconds. */
async function drained(ledger: pg.Client) {
  const began = performance.now()
  for (;;) {
    await ledger.query('delete from platform.outbox where queue = $1', [SINK])
    const { rowCount } = await ledger.query('select 1 from platform.outbox limit 1')
    if (!rowCount) return Math.round(performance.now() - began)
    await sleep(20)
  }
}

export const suite: Suite = {
  about: 'orders placed and confirmed, beside a bare server and pgbench with the same statements; baskets',
  async run(bench) {
    const { url } = await bench.database()
    const platform = await bench.platform(url)
    const { products } = await fillShop(platform.base, Math.min(bench.options.products, 2_000))
    const ledger = new pg.Client({ connectionString: url })
    await ledger.connect()
    bench.atEnd(() => ledger.end())
    const { rounds, seconds } = bench.options
    await shopper(platform.base)
    const count = 2 * MOST_A_SECOND * (rounds * seconds + 2)
    await fillPaidOrders(
      ledger,
      count,
      products.map(({ id }) => id),
    )
    const bare = await bench.bare('orders', url)

    const shop = { bench, url, bases: { ours: platform.base, bare: bare.base }, ledger }
    const scripts = { placing: await placing(products.length), confirming: await confirming() }
    const rows = []
    for (const each of contests(products, scripts)) rows.push(await contest(shop, each))
    return `${table(['work', 'platform, /s', 'bare, /s', 'ratio', 'pgbench, /s', 'ratio', 'p95, ms', 'events, ms'], rows)}

${CONNECTIONS} connections each. Bare is Fastify and pg sending the same statements in the same transactions (\`bench/bare/orders.ts\`); pgbench sends them without HTTP. Both leave their events to nobody; those of the platform are consumed while it is measured, to delivery slips and purchase histories, and "events" is how long the last of them took after the load.${rows[0]![4] === '' ? `\n\n${NO_PGBENCH}` : ''}

${basketTable()}`
  },
}
