import { startFlood } from '../flood/attack.ts'
import { floods } from '../flood/floods.ts'
import { type Guesses, guessPasswords, openAccounts, ownerSignIn } from '../flood/guesses.ts'
import { callSteadily, createShoppingCalls, type Times } from '../flood/ordinary.ts'
import type { Bench } from '../support/bench.ts'
import { fillShop } from '../support/fill-shop.ts'
import { median, renderTable, rounded } from '../support/statistics.ts'
import type { Suite } from '../support/suite.ts'

const PRODUCTS = 10_000
const ACCOUNTS = 2_200
const GUARDED = {
  COMPTOIR_API_KEYS: 'a-key-of-the-benchmark-alone',
  // Shoppers connect through a proxy, each with a different address; attackers connect directly.
  COMPTOIR_TRUSTED_PROXIES: '127.0.0.1',
}

const TRIES: (Guesses & { anHour: string })[] = [
  {
    ...{ guesses: 10_000, accounts: 1, addresses: 1, from: 0 },
    anHour: '30; 40 from an address where its owner has signed in',
  },
  { ...{ guesses: 10_000, accounts: 1, addresses: 1_000, from: 100 }, anHour: '30' },
  {
    ...{ guesses: 10_000, accounts: 1_000, addresses: 20, from: 1_200 },
    anHour: '30,000, 30 at each account; 1,800 from each address',
  },
]

/** Fills a shop on a server without keys, then opens accounts on one with keys. */
async function open(bench: Bench) {
  const url = await bench.database()
  const free = await bench.platform(url)
  bench.progress.now('filling the shop')
  const products = await fillShop(free.base, Math.min(bench.options.products, PRODUCTS))
  await free.stop()
  const { base } = await bench.platform(url, GUARDED)
  bench.progress.now('opening accounts')
  await openAccounts(base, ACCOUNTS)
  return { base, products }
}

const shown = (rounds: readonly Times[]) => [
  rounded(median(rounds.map(({ medianMs }) => medianMs))),
  rounded(median(rounds.map(({ p99Ms }) => p99Ms))),
  rounds.reduce((sum, { wrong }) => sum + wrong, 0),
]

export const suite: Suite = {
  about:
    'response times during denial-of-service attacks, and the success of password guessing, with keys configured',
  minutes: 8,
  async run(bench) {
    const { base, products } = await open(bench)
    const { rounds, seconds } = bench.options
    const shop = createShoppingCalls(products)
    await callSteadily(base, shop, seconds)
    bench.progress.expect(Object.keys(floods).length * rounds * 2 + TRIES.length)

    async function roundsOf(what: string, measureOne: () => Promise<Times>) {
      const found: Times[] = []
      for (let round = 1; round <= rounds; round++) {
        bench.progress.now(`${what}, round ${round} of ${rounds}`)
        found.push(await measureOne())
        bench.shortest = Math.min(bench.shortest, seconds)
        bench.progress.step()
      }
      return found
    }

    const rows = []
    for (const [name, { about }] of Object.entries(floods)) {
      const before = await roundsOf(`before ${name}`, () => callSteadily(base, shop, seconds))
      const end = await startFlood(name, base)
      const during = await roundsOf(`beside ${name}`, () => callSteadily(base, shop, seconds))
      const owners = name === 'logins' ? await callSteadily(base, ownerSignIn, seconds, 4) : undefined
      const became = await end()
      const told = owners
        ? `${became}; owners sign in at home in ${owners.medianMs} ms (p99 ${owners.p99Ms})`
        : became
      rows.push([about, ...shown(before), ...shown(during), told])
    }

    const guessed = []
    for (const { anHour, ...tries } of TRIES) {
      bench.progress.now(`${tries.guesses} guesses at ${tries.accounts} accounts`)
      const { compared, refused, owners, letIn, medianMs } = await guessPasswords(base, tries)
      const { guesses, accounts, addresses } = tries
      guessed.push([
        guesses,
        accounts,
        addresses,
        compared,
        refused,
        anHour,
        `${letIn} of ${owners}, ${medianMs} ms`,
      ])
      bench.progress.step()
    }
    const quiet = ['p50, ms', 'p99, ms', 'wrong'].map(head => `before: ${head}`)
    return {
      text: `Fifty calls of shoppers start per second, regardless of response times: products, searches, baskets and orders, each from a different address. \`wrong\` counts unexpected responses. Attackers, shoppers, server and PostgreSQL share the two cores.

${renderTable(['flood', ...quiet, ...quiet.map(head => head.replace('before', 'beside')), 'outcome'], rows)}

Password guessing. \`compared\` counts the guesses that were compared with a password; their maximum per hour is in a separate column and does not depend on the number of addresses. Then owners sign in from networks where they have signed in before.

${renderTable(['guesses', 'accounts', 'addresses', 'compared', 'refused (429)', 'compared in an hour, at most', 'owners let in'], guessed)}`,
    }
  },
}
