import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import Type from 'typebox'
import type { Database } from '../platform/database/database.ts'
import { Problem } from '../platform/http/problem.ts'
import { recordSchema } from './fields.ts'
import type { Completion } from './list-records.ts'
import { relationInFile } from './relations.ts'
import { fournisseurs, produits, type Resource } from './resources.ts'
import { MOST_INCLUDED, relationsOf } from './store/relation-lists.ts'

/** Relations are the staff's, so with keys configured only who shows one may ask for them. */
export function allowRelations({ caller }: FastifyRequest) {
  if (!caller.trusted) throw new Problem(401, 'include needs an API key: header X-API-Key')
}

/** Adds to each record its relations with the other side, at most a hundred: one query for all of them. */
export const withRelations =
  (db: Database, resource: Resource): Completion =>
  async rows => {
    const found = Map.groupBy(
      await relationsOf(
        db,
        resource,
        rows.map(({ position }) => position),
      ),
      ({ of }) => of,
    )
    for (const row of rows)
      row[resource.include!] = (found.get(row.position) ?? []).map(({ relation }) => relation)
  }

/** The schema of a record that may come with its relations. */
export function withRelationsSchema(resource: Resource, record: TSchema): TSchema {
  if (!resource.include) return record
  const [other, name] =
    resource.include === 'fournisseurs' ? [fournisseurs, 'fournisseur'] : [produits, 'produit']
  const relation = recordSchema(relationInFile, 'FournisseurDeProduit') as unknown as Record<string, object>
  const item = Type.Unsafe({
    ...relation,
    title: `RelationAvec${other.shape}`,
    properties: { ...relation.properties, [name]: recordSchema(other.fields, other.shape) },
  })
  const { properties, title } = record as unknown as { properties: object; title: string }
  return Type.Unsafe({
    ...record,
    title: title === resource.shape ? `${title}Avec${other.shape}s` : title,
    properties: {
      ...properties,
      [resource.include]: Type.Array(item, {
        description: `With \`include=${resource.include}\`: the first ${MOST_INCLUDED}, in the order of creation`,
      }),
    },
  })
}
