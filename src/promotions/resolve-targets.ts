import { compact } from '../platform/http/pages.ts'
import { Problem } from '../platform/problem.ts'
import { levelsOf } from '../platform/text.ts'
import {
  findClientIdentifier,
  findProductIds,
  findStoreId,
  listDeliveryCodes,
  type Peers,
  searchCategories,
} from './peers.ts'
import type { PromotionChange } from './schemas.ts'

type Targets = Pick<
  PromotionChange,
  'idClient' | 'idProduit' | 'idMagasin' | 'categorieProduit' | 'modesLivraison'
>

const AT_ONCE = 8

/**
 * Checks with their areas that the targeted customers, products, stores, category and delivery methods exist; throws 422
 * otherwise. Returns the customers by `CLI_` identifier and the products by id. Targets that are absent or null are not checked;
 * they are absent or null in the result too.
 */
export async function resolveTargets(
  peers: Peers,
  { idClient, idProduit, idMagasin, categorieProduit, modesLivraison }: Targets,
) {
  const [clients, products] = await Promise.all([
    findTargets('customers', idClient, id => findClientIdentifier(peers, id)),
    findProducts(peers, idProduit),
    findTargets('stores', idMagasin, id => findStoreId(peers, id)),
    categorieProduit && checkCategory(peers, categorieProduit),
    modesLivraison && checkDeliveryMethods(peers, modesLivraison),
  ])
  return compact({ clientsVises: clients, produitsVises: products })
}

async function findTargets(
  what: string,
  ids: string[] | null | undefined,
  find: (id: string) => Promise<string | undefined>,
): Promise<string[] | null | undefined> {
  if (!ids) return ids
  const found: (string | undefined)[] = []
  for (let from = 0; from < ids.length; from += AT_ONCE)
    found.push(...(await Promise.all(ids.slice(from, from + AT_ONCE).map(find))))
  return requireAll(what, ids, found)
}

async function findProducts(peers: Peers, refs: string[] | null | undefined) {
  if (!refs) return refs
  const known = await findProductIds(peers, refs)
  return requireAll(
    'products',
    refs,
    refs.map(ref => known.get(ref)),
  )
}

/** A method that was deleted after a promotion named it stays in the promotion and means nothing. */
async function checkDeliveryMethods(peers: Peers, codes: string[]) {
  const known = await listDeliveryCodes(peers)
  requireAll(
    'delivery methods',
    codes,
    codes.map(code => (known.has(code) ? code : undefined)),
  )
}

function requireAll(what: string, given: string[], found: (string | undefined)[]): string[] {
  const unknown = given.filter((_, i) => found[i] === undefined)
  if (unknown.length > 0) throw new Problem(422, 'cible-inconnue', `Unknown ${what}: ${unknown.join(', ')}`)
  return [...new Set(found as string[])]
}

/** Throws 422 unless the category is, in any case, the full path of a known category or one level of such a path. */
async function checkCategory(peers: Peers, category: string) {
  const wanted = levelsOf(category.toLowerCase())
  const [only = '', ...deeper] = wanted
  const names = await searchCategories(peers, wanted.at(-1) ?? category)
  const known = names.map(name => levelsOf(name.toLowerCase()))
  const matches = (levels: string[]) =>
    levels.join('>') === wanted.join('>') || (deeper.length === 0 && levels.includes(only))
  if (!known.some(matches)) throw new Problem(422, 'cible-inconnue', `Unknown category: ${category}`)
}
