import assert from 'node:assert/strict'
import { createClient } from '../../../src/commands/http.ts'
import { findDisagreements } from '../../../src/commands/reconcile/compare.ts'
import { sql } from '../../../src/platform/database/sql.ts'
import { openQuickShop } from '../after-sale.ts'
import { createCodeActions } from '../codes.ts'
import { eventually } from '../eventually.ts'
import { LEGAL } from '../invoices.ts'
import { pause } from '../pause.ts'
import type { TestPlatform } from '../platform.ts'
import { createRandom } from '../seeded-random.ts'
import { createShopActions } from '../shopping.ts'
import { checkLives } from './check.ts'
import { checkFigures } from './check-figures.ts'
import { delayMessages } from './delayed-messages.ts'
import { type Goods, type Life, runLife } from './live.ts'

/** The number of concurrent lives, which compete for the same stocks. */
const AT_ONCE = 10
const STOCK = 1_000

async function openShop(shop: TestPlatform): Promise<Goods> {
  const { product, store, stock } = createShopActions(shop)
  const stores = [await store(), await store(), await store()]
  const products: Goods['products'] = []
  for (const [i, prixDeVenteCents] of [999, 2_550, 1, 14_990, 333, 0].entries()) {
    const { id } = await product({ prixDeVenteCents })
    products.push({ id, prixDeVenteCents })
    // Products are in one, two or all stores, so that an order has one or several slips; the last is not tracked.
    for (const { id: storeId } of stores.slice(0, i % 3 === 2 ? 3 : 1 + (i % 2)))
      if (i < 5) await stock(storeId, id, i === 4 ? 2 : STOCK)
  }
  const codes: string[] = []
  const period = { dateDebut: '2020-01-01T00:00:00.000Z', dateFin: '2999-01-01T00:00:00.000Z' }
  for (const promotion of [
    {
      categoriePromotion: 'PANIER',
      typePromotion: 'POURCENTAGE',
      valeurPromotion: 7,
      uniteValeur: 'PERCENT',
    },
    {
      ...{
        categoriePromotion: 'PRODUIT',
        typePromotion: 'PRODUIT_OFFERT',
        valeurPromotion: 1,
        uniteValeur: 'EURO',
      },
      ...{ idProduit: [products[1]?.id], quantiteAchat: 3 },
    },
  ])
    await shop.call('POST', '/api/publique/data', { ...promotion, ...period })
  const { promote, code } = createCodeActions(shop)
  for (const [valeurPromotion, utilisationsMax] of [
    [12, 8],
    [9, null],
  ])
    codes.push((await code(await promote({ valeurPromotion }), { utilisationsMax })).code)
  return { products, codes, untracked: products.at(-1)?.id ?? 0 }
}

/** Checks that `comptoir reconcile` finds no disagreement. */
async function checkReconciled({ server, platform }: TestPlatform) {
  await server.listen({ host: '127.0.0.1', port: 0 })
  const now = platform.clock.now()
  const found: unknown[] = []
  for await (const each of findDisagreements(createClient({ url: server.listeningOrigin }), {
    ...{ now, settledBefore: now },
  }))
    found.push(each)
  assert.deepEqual(found, [])
}

/**
 * Runs random orders while their messages arrive late, twice and out of order; then all areas must agree. The caller
 * closes the shop.
 */
export async function runLives({
  cases,
  seed,
  onCases = () => {},
}: {
  cases: number
  seed: number
  onCases?: (done: number) => void
}) {
  const shop = await openQuickShop(LEGAL)
  const random = createRandom(seed)
  const goods = await openShop(shop)
  const messages = await delayMessages(shop.databaseUrl, random, () => shop.platform.outbox.onPublished())
  const lives: Life[] = []
  try {
    for (let begun = 0; begun < cases; begun += AT_ONCE) {
      const together = Array.from({ length: Math.min(AT_ONCE, cases - begun) }, (_, i) =>
        lead(createRandom(seed * 1_000_003 + begun + i)),
      )
      const done = Promise.all(together)
      let over = false
      const ended = done.finally(() => {
        over = true
      })
      while (!over) {
        await messages.letThrough()
        await Promise.race([ended.catch(() => {}), pause(20)])
      }
      lives.push(...(await ended).filter(life => life !== undefined))
      onCases(together.length)
    }
    await settled()
    await checkLives(shop, lives)
    await checkFigures(shop)
    assert.deepEqual(await createCodeActions(shop).wrongUses(), [], 'uses of codes')
    await checkReconciled(shop)
    return { shop, lives }
  } finally {
    await messages.close()
  }

  async function lead(chance: ReturnType<typeof createRandom>) {
    const { body } = await shop.call<Life['client']>('POST', '/api/publique/clients', {
      ...{ nom: 'Lovelace', prenom: 'Ada', adresseMail: `life-${seed}-${crypto.randomUUID()}@example.org` },
    })
    return runLife(shop, goods, body, chance)
  }

  /** Waits until no message is held or pending, and no job is due. */
  async function settled() {
    let busy: { what: string }[] = []
    await eventually(
      'everything has come to rest',
      async () => {
        if ((await messages.letAllThrough()) > 0) return false
        busy = await shop.platform.db.rows(sql<{ what: string }>`
          select queue || ' ' || body::text as what from platform.outbox
          union all
          select concat_ws(' ', identifier, payload, 'attempts', attempts, 'due', run_at - now(), 'locked', now() - locked_at, last_error) from graphile_worker._private_jobs as job
          join graphile_worker._private_tasks as task on task.id = task_id
          where (run_at <= now() or attempts > 0 or locked_at is not null) and coalesce(key, '') <> identifier
            -- A job that is added again while it runs has no attempts left: the new one replaces it.
            and attempts < max_attempts`)
        return busy.length === 0 && (await messages.letAllThrough()) === 0
      },
      120_000,
    ).catch(error => {
      throw new Error(`${error.message}: ${busy.map(({ what }) => what).join('\n')}`)
    })
  }
}
