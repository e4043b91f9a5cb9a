import type { Platform } from '../../platform/area.ts'
import type { Tx } from '../../platform/database/database.ts'
import { type AcceptedVersions, preconditionFailed } from '../../platform/http/conditional.ts'
import { Problem } from '../../platform/problem.ts'
import { applyDefaults, pickChanges } from '../fields.ts'
import { announceProducts } from '../products/announce.ts'
import { incrementVersions } from '../products/store.ts'
import { notFound } from '../records/rules.ts'
import { findMissingRecords } from '../records/store.ts'
import { fournisseurs, productRelationFields, produits, relationFields } from '../resources.ts'
import type { Values } from '../store.ts'
import { deleteRelation, insertRelations, lockSuppliers, type Relation, updateRelation } from './store.ts'

const breachOf = ({ prixFournisseurCents }: Values) =>
  typeof prixFournisseurCents === 'number' && prixFournisseurCents < 0
    ? 'prixFournisseurCents must not be negative'
    : undefined

export const alreadyRelatedMessage = ({ produitId, fournisseurId }: Values) =>
  `Product ${produitId} and supplier ${fournisseurId} are already related`

const notRelated = (produitId: number, fournisseurId: number) =>
  new Problem(404, 'relation-inconnue', `Product ${produitId} and supplier ${fournisseurId} are not related`)

/**
 * Increments the versions of the products and announces them, because their terms and references may have changed.
 * Locks the suppliers, so that a concurrent deletion is seen here or sees these relations.
 */
export async function announceTerms(
  tx: Tx,
  platform: Parameters<typeof announceProducts>[1],
  relations: readonly Relation[],
) {
  if (relations.length === 0) return
  const suppliers = relations.map(({ fournisseurId }) => fournisseurId)
  await lockSuppliers(tx, suppliers)
  const ids = [...new Set(relations.map(({ produitId }) => produitId))].sort((a, b) => a - b)
  await incrementVersions(tx, ids)
  await announceProducts(tx, platform, ids)
}

/**
 * Relates a supplier to a product. Throws 404 for an unknown product; 422 for an unknown supplier, an existing relation or
 * a negative price.
 */
export async function addRelation(
  platform: Platform<never>,
  produitId: number,
  body: Values,
): Promise<Relation> {
  const { db, clock } = platform
  if ((await findMissingRecords(db, produits, [produitId])).length > 0) throw notFound(produits, produitId)
  const values = { produitId, ...applyDefaults(productRelationFields, body) }
  const [error] = await findRelationErrors(db, [values])
  if (error) throw new Problem(422, 'valeur-refusee', error)
  return db.transaction(async tx => {
    const [added] = await insertRelations(tx, [values], clock.now())
    if (!added) throw new Problem(422, 'valeur-prise', alreadyRelatedMessage(values))
    await announceTerms(tx, platform, [added])
    return added
  })
}

/**
 * Changes the terms of a relation. Throws 404 if it does not exist, 412 if it has changed since the caller read it
 * (`seen`), 422 for a negative price.
 */
export function changeTerms(
  platform: Platform<never>,
  { id: produitId, fournisseurId }: { id: number; fournisseurId: number },
  body: Values,
  seen?: AcceptedVersions,
): Promise<Relation> {
  const values = pickChanges(relationFields, body)
  const breach = breachOf(values)
  if (breach) throw new Problem(422, 'valeur-refusee', breach)
  return platform.db.transaction(async tx => {
    const change = await updateRelation(tx, produitId, fournisseurId, values, platform.clock.now())
    if (!change) throw notRelated(produitId, fournisseurId)
    const { before, after } = change
    if (seen && !seen.includes(before.updatedAt as string)) throw preconditionFailed()
    await announceTerms(tx, platform, [after])
    return after
  })
}

/** Deletes a relation and archives its last state. Throws 404 if it does not exist. */
export const removeRelation = (platform: Platform<never>, produitId: number, fournisseurId: number) =>
  platform.db.transaction(async tx => {
    const ended = await deleteRelation(tx, produitId, fournisseurId, platform.clock.now())
    if (!ended) throw notRelated(produitId, fournisseurId)
    await announceTerms(tx, platform, [ended])
  })

export async function findRelationErrors(db: Platform<never>['db'] | Tx, relations: readonly Values[]) {
  const idsOf = (key: string) => [...new Set(relations.map(relation => relation[key] as number))]
  const products = new Set(await findMissingRecords(db, produits, idsOf('produitId')))
  const suppliers = new Set(await findMissingRecords(db, fournisseurs, idsOf('fournisseurId')))
  return relations.map(relation => {
    const { produitId, fournisseurId } = relation as Relation
    if (products.has(produitId)) return notFound(produits, produitId).message
    if (suppliers.has(fournisseurId)) return notFound(fournisseurs, fournisseurId).message
    return breachOf(relation)
  })
}
