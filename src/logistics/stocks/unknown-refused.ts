import type { Platform } from '../../platform/area.ts'
import { Refusal } from '../../platform/imports/import.ts'
import { knownProducts, storeIsKnown } from '../peers.ts'
import { type Count, keyOf, withoutRow } from './store.ts'

type Parts = Pick<Platform<'reference'>, 'db' | 'peers'>

const MOST_REFS = 200

/** Refuses counts whose product or store reference does not know. Where there is stock, both are known. */
export function unknownRefused({ db, peers }: Parts) {
  const storeKnown = cached((id: number) => storeIsKnown(peers, id))
  return async (counts: readonly Count[]) => {
    const fresh = await withoutRow(db, counts)
    const ids = [...new Set(fresh.map(({ productId }) => productId))]
    const products = new Set<number>()
    for (let from = 0; from < ids.length; from += MOST_REFS)
      for (const id of await knownProducts(peers, ids.slice(from, from + MOST_REFS))) products.add(id)

    const refusals = new Map<string, Refusal>()
    for (const count of fresh) {
      const { productId, storeId } = count
      if (!products.has(productId))
        refusals.set(keyOf(count), new Refusal(`Product with id ${productId} not found`))
      else if (!(await storeKnown(storeId)))
        refusals.set(keyOf(count), new Refusal(`Store with id ${storeId} not found`))
    }
    return counts.map(count => refusals.get(keyOf(count)))
  }
}

function cached<Value>(ask: (id: number) => Promise<Value>) {
  const answers = new Map<number, Promise<Value>>()
  return (id: number) => {
    const answer = answers.get(id) ?? ask(id)
    answers.set(id, answer)
    return answer
  }
}
