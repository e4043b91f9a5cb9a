import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { Platform } from '../../platform/area.ts'
import { createBatcher } from '../../platform/database/batcher.ts'
import type { Database } from '../../platform/database/database.ts'
import { Id, Limit, Page } from '../../platform/http/pages.ts'
import { problems } from '../../platform/problem.ts'
import type { ResourceContext } from '../context.ts'
import { getStorePrivately } from '../contract.ts'
import { defineRecordSchema, responseFields } from '../fields.ts'
import { parseFilters } from '../filters/filter-language.ts'
import { type AddressConfig, completePhotos } from '../pictures/addresses.ts'
import { notFound } from '../records/rules.ts'
import { findMissingRecords, findRecords } from '../records/store.ts'
import { findRelations } from '../relations/store.ts'
import {
  fournisseurs,
  fullRelationFields,
  magasins,
  productRelationFields,
  produits,
  type RelationSide,
} from '../resources.ts'
import {
  defineGetOperation,
  defineListOperation,
  definePageSchema,
  defineRowSchema,
  listParams,
  RecordId,
} from '../schemas.ts'
import type { Values } from '../store.ts'
import {
  createViewSelector,
  type ListInput,
  parseInclude,
  parseListQuery,
  parsePage,
  parseSort,
  restrictToView,
} from './list-query.ts'
import { createListResponder, listPage, type RelationLoader } from './list-records.ts'
import { createListSource, listedRelations, listedSoldProducts } from './store.ts'

/** Read routes of one of the four resources. */
export const recordReadRoutes: FastifyPluginAsyncTypebox<ResourceContext> = async (
  app,
  { db, config, resource },
) => {
  const viewOf = createViewSelector(resource)
  const addRelations = resource.include ? withRelations(db, config, resource.include) : undefined
  const complete =
    (isRelated: boolean): RelationLoader =>
    async rows => {
      completePhotos(config, rows)
      if (isRelated) await addRelations?.(rows)
    }
  const answerList = createListResponder(db, createListSource(resource), defineRowSchema(resource))

  app.route({
    ...defineListOperation(resource),
    handler: async (request, reply) => {
      const query = parseListQuery(viewOf(request), request.query as ListInput)
      return answerList(reply, query, complete(query.related))
    },
  })

  /**
   * A shop reads most products one by one, so concurrent requests share a query. If only one batch ran at a time,
   * server and database would wait for each other.
   */
  const find = createBatcher(
    async (ids: number[]) => {
      const records = await findRecords(db, resource, ids)
      completePhotos(config, [...records.values()])
      return ids.map(id => records.get(id))
    },
    { atOnce: 4 },
  )

  const operations = [defineGetOperation(resource)]
  if (resource === magasins) operations.push(getStorePrivately)
  for (const operation of operations)
    app.route({
      ...operation,
      handler: async request => {
        const { id } = request.params
        const view = viewOf(request)
        const related = parseInclude(view, request.query.include)
        const record = await find(id)
        if (!record) throw notFound(resource, id)
        if (!addRelations || !related) return restrictToView(view, record)
        const row = { ...record, position: id }
        await addRelations([row])
        return restrictToView(view, row)
      },
    })
}

/** Returns a function that adds the first hundred relations to each record, with one query for all records. */
const withRelations =
  (db: Database, config: AddressConfig, include: RelationSide): RelationLoader =>
  async rows => {
    const ids = rows.map(({ position }) => position)
    const found = Map.groupBy(await findRelations(db, include, ids), ({ of }) => of)
    const products = [...found.values()].flat().map(({ relation }) => relation.produit as Values | undefined)
    completePhotos(config, products)
    for (const row of rows) row[include] = (found.get(row.position) ?? []).map(({ relation }) => relation)
  }

const Relation = defineRecordSchema(fullRelationFields, 'FournisseurDeProduit')
const SoldProduct = defineRecordSchema(
  { ...produits.fields, ...productRelationFields },
  'ProduitDeFournisseur',
)

const everything = { fields: [], ids: undefined, words: undefined, related: false }
const isOne = (field: string, id: number) => ({ field, ask: 'among' as const, values: [id] })

/**
 * Read routes for the relations of products and suppliers. They require a right, because the prices are confidential.
 */
export const relationListRoutes: FastifyPluginAsyncTypebox<Platform<never>> = async (app, { db, config }) => {
  for (const { path, documentation, resource, field, listed, sortable, row } of relationLists)
    app.get(path, {
      config: {
        access: 'staff',
        rights: ['catalogue', 'warehouse'],
        errors: ['valeur-inconnue', resource.unknownCode],
      },
      schema: {
        ...documentation,
        params: RecordId,
        querystring: Type.Object({
          page: Page(1000),
          limit: Limit(20),
          sort: Type.Optional(Type.String({ description: `Field to sort by: ${sortable.join(', ')}` })),
          order: listParams.order,
        }),
        response: { 200: definePageSchema(row), ...problems(400, 404) },
      },
      handler: async ({ params: { id }, query: { page, limit, ...order } }) => {
        const sort = parseSort(order, sortable)
        if ((await findMissingRecords(db, resource, [id])).length > 0) throw notFound(resource, id)
        const query = { ...everything, sort, conditions: [isOne(field, id)] }
        return listPage(db, listed, query, { page, limit }, async rows => completePhotos(config, rows))
      },
    })

  const answerRelations = createListResponder(db, listedRelations, Relation)
  app.get('/api/privee/fournisseur-produits', {
    config: { access: 'internal', rights: ['catalogue', 'warehouse'], errors: ['valeur-inconnue'] },
    schema: {
      operationId: 'listRelations',
      summary: 'List relations of products and suppliers',
      description: 'Answers with a page if `page` or `limit` is given, otherwise with all relations.',
      querystring: Type.Object({
        ...{ page: listParams.page, limit: listParams.limit, sort: listParams.sort, order: listParams.order },
        filters: listParams.filters,
        produitId: Type.Optional(Id),
        fournisseurId: Type.Optional(Id),
      }),
      response: { 200: Type.Union([definePageSchema(Relation), Type.Array(Relation)]), ...problems(400) },
    },
    handler: async ({ query: input }, reply) => {
      const { produitId, fournisseurId } = input
      const query = {
        ...everything,
        page: parsePage(input),
        sort: parseSort(input, responseFields(fullRelationFields)),
        conditions: [
          ...(produitId === undefined ? [] : [isOne('produitId', produitId)]),
          ...(fournisseurId === undefined ? [] : [isOne('fournisseurId', fournisseurId)]),
          ...parseFilters(input.filters, { fields: fullRelationFields }),
        ],
      }
      return answerRelations(reply, query)
    },
  })
}

/** Lists of the relations of one record. */
const relationLists = [
  {
    path: '/api/publique/produits/:id/fournisseurs',
    documentation: {
      operationId: 'listSuppliersOfProduct',
      summary: 'List the suppliers of a product',
      description: 'Answers with the terms of each supplier.',
    },
    ...{ resource: produits, field: 'produitId', listed: listedRelations, row: Relation },
    sortable: ['prixFournisseurCents', 'delaiLivraisonJours', 'referenceFournisseur', 'statutRelation'],
  },
  {
    path: '/api/publique/fournisseurs/:id/produits',
    documentation: {
      operationId: 'listProductsOfSupplier',
      summary: 'List the products of a supplier',
      description: 'Answers with the terms of each product.',
    },
    ...{ resource: fournisseurs, field: 'fournisseurId', listed: listedSoldProducts, row: SoldProduct },
    sortable: ['ean', 'nom', 'statutProduit', 'prixFournisseurCents', 'delaiLivraisonJours'],
  },
]
