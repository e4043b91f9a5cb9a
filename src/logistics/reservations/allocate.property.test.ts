import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom, type Random } from '../../../test/support/seeded-random.ts'
import type { Units } from '../stock-schemas.ts'
import { allocate, type FreeUnits, type ProductUnits } from './allocate.ts'

/** A simple and slow implementation of the rule, unit by unit. */
function plainly(requested: readonly ProductUnits[], free: readonly FreeUnits[], only: number | undefined) {
  const stores = [...new Set(free.map(({ storeId }) => storeId))]
    .filter(storeId => only === undefined || storeId === only)
    .sort((a, b) => a - b)
  const has = (storeId: number, productId: number) =>
    free.find(row => row.storeId === storeId && row.productId === productId)?.libre ?? 0
  const tracked = requested.filter(({ productId }) => free.some(row => row.productId === productId))

  const canServeAll = stores.filter(storeId =>
    tracked.every(({ productId, quantite }) => has(storeId, productId) >= quantite),
  )
  const fullness = (storeId: number) =>
    tracked.reduce((sum, { productId }) => sum + has(storeId, productId), 0)
  const [whole] = canServeAll.toSorted((a, b) => fullness(b) - fullness(a))

  const units: { productId: number; storeId: number }[] = []
  const short: object[] = []
  for (const { productId, quantite } of tracked) {
    const fullestFirst = stores
      .filter(storeId => whole === undefined || storeId === whole)
      .toSorted((a, b) => has(b, productId) - has(a, productId))
    const there = fullestFirst.flatMap(storeId =>
      Array.from({ length: has(storeId, productId) }, () => ({ productId, storeId })),
    )
    units.push(...there.slice(0, quantite))
    if (there.length < quantite) short.push({ productId, quantite, libre: there.length })
  }
  return { units, short }
}

/** Few stores with few units of few products, so that each case of the rule occurs often. */
function randomCase(random: Random) {
  const products = [1, 2, 3, 4]
  const free = products.flatMap(productId =>
    productId === 4
      ? []
      : [1, 2, 3]
          .filter(() => random.next() < 0.8)
          .map(storeId => ({ productId, storeId, libre: random.below(5) })),
  )
  const requested = products
    .filter(() => random.next() < 0.6)
    .map(productId => ({ productId, quantite: 1 + random.below(6) }))
  const shuffled = <T>(list: T[]) =>
    list
      .map(item => ({ item, at: random.next() }))
      .sort((a, b) => a.at - b.at)
      .map(({ item }) => item)
  return {
    requested: shuffled(requested),
    free: shuffled(free),
    only: random.next() < 0.3 ? 1 + random.below(4) : undefined,
  }
}

const unitsOf = (taken: readonly Units[]) =>
  taken.flatMap(({ productId, storeId, quantite }) =>
    Array.from({ length: quantite }, () => ({ productId, storeId })),
  )
const inOrder = <T extends { productId: number; storeId?: number }>(list: readonly T[]) =>
  list.toSorted((a, b) => a.productId - b.productId || (a.storeId ?? 0) - (b.storeId ?? 0))

test('ten thousand orders are allocated as the simple implementation does', () => {
  const seen = { whole: 0, split: 0, short: 0, only: 0 }
  for (let seed = 1; seed <= 10_000; seed++) {
    const { requested, free, only } = randomCase(createRandom(seed))
    const { taken, short } = allocate(requested, free, { only })
    const expected = plainly(requested, free, only)
    assert.deepEqual(unitsOf(taken), inOrder(expected.units), `seed ${seed}`)
    assert.deepEqual(short, inOrder(expected.short as { productId: number }[]), `seed ${seed}`)

    const stores = new Set(taken.map(({ storeId }) => storeId))
    if (short.length > 0) seen.short++
    else if (stores.size > 1) seen.split++
    else if (stores.size === 1) seen.whole++
    if (only !== undefined && taken.length > 0) seen.only++
  }
  for (const [what, times] of Object.entries(seen)) assert.ok(times > 500, `${what}: ${times}`)
})

test('no unit is allocated twice, no store allocates more than it has, and all quantities add up', () => {
  for (let seed = 1; seed <= 2_000; seed++) {
    const { requested, free, only } = randomCase(createRandom(seed))
    const { taken, short } = allocate(requested, free, { only })
    const rows = new Set(taken.map(({ productId, storeId }) => `${productId} ${storeId}`))
    assert.equal(rows.size, taken.length)
    for (const { productId, storeId, quantite } of taken) {
      const row = free.find(row => row.productId === productId && row.storeId === storeId)
      assert.ok(quantite >= 1 && quantite <= (row?.libre ?? 0), `seed ${seed}`)
      assert.ok(only === undefined || storeId === only, `seed ${seed}`)
    }
    for (const { productId, quantite } of requested) {
      const given = unitsOf(taken).filter(unit => unit.productId === productId).length
      const lacks = short.find(each => each.productId === productId)
      const isTracked = free.some(row => row.productId === productId)
      assert.equal(given, !isTracked ? 0 : lacks ? lacks.libre : quantite, `seed ${seed}`)
    }
  }
})

test('a requested store is the only one allocated, even if others have more; untracked products are not short', () => {
  const free = [
    { productId: 1, storeId: 1, libre: 9 },
    { productId: 1, storeId: 2, libre: 2 },
    { productId: 2, storeId: 1, libre: 9 },
  ]
  const requested = (...quantities: number[]) =>
    quantities.map((quantite, i) => ({ productId: i + 1, quantite })).filter(({ quantite }) => quantite > 0)
  assert.deepEqual(allocate(requested(2, 0, 5), free, { only: 2 }), {
    taken: [{ productId: 1, storeId: 2, quantite: 2 }],
    short: [],
  })
  assert.deepEqual(allocate(requested(3, 1), free, { only: 2 }).short, [
    { productId: 1, quantite: 3, libre: 2 },
    { productId: 2, quantite: 1, libre: 0 },
  ])
})

test('an untracked product is short of an unknown number of units if it is refused', () => {
  const free = [{ productId: 2, storeId: 1, libre: 1 }]
  const requested = [1, 2, 3].map(productId => ({ productId, quantite: productId }))
  assert.deepEqual(allocate(requested, free, { refusesUntracked: true }), {
    taken: [{ productId: 2, storeId: 1, quantite: 1 }],
    short: [
      { productId: 1, quantite: 1, libre: undefined },
      { productId: 2, quantite: 2, libre: 1 },
      { productId: 3, quantite: 3, libre: undefined },
    ],
  })
})
