import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { Platform } from '../platform/area.ts'
import { Id, Limit, Page } from '../platform/http/pages.ts'
import { ProblemBody } from '../platform/http/problem.ts'
import { changeSchema, creationSchema, recordSchema } from './fields.ts'
import { sortOf } from './list-query.ts'
import {
  addRelation,
  changeTerms,
  relationFields,
  relationInFile,
  relationOfProduct,
  removeRelation,
} from './relations.ts'
import { produits } from './resources.ts'
import { notFound } from './rules.ts'
import { NoBody, pageSchema, RecordId } from './schemas.ts'
import { findRecord, type Values } from './store/records.ts'
import { relationsOfProduct } from './store/relations.ts'

const sortable = ['prixFournisseurCents', 'delaiLivraisonJours', 'referenceFournisseur', 'statutRelation']
const Relation = recordSchema(relationInFile, 'ProductSupplier')
const refused = { 400: ProblemBody, 404: ProblemBody, 422: ProblemBody }

/** The suppliers of a product: staff alone, because their prices are the shop's own affair. */
export const relationRoutes =
  (platform: Platform<never>): FastifyPluginAsyncTypebox =>
  async app => {
    const { db } = platform

    app.get(
      '/api/publique/produits/:id/fournisseurs',
      {
        config: { access: 'staff' },
        schema: {
          operationId: 'listSuppliersOfProduct',
          summary: 'List the suppliers of a product and their terms',
          params: RecordId,
          querystring: Type.Object({
            page: Page(1000),
            limit: Limit(20),
            sort: Type.Optional(Type.String({ description: `Of ${sortable.join(', ')}` })),
            order: Type.Optional(Type.Enum(['asc', 'desc'])),
          }),
          response: { 200: pageSchema(Relation), 400: ProblemBody, 404: ProblemBody },
        },
      },
      async ({ params: { id }, query }) => {
        const sort = sortOf(query, sortable)
        if (!(await findRecord(db, produits, id))) throw notFound(produits, id)
        const { rows, total } = await relationsOfProduct(db, id, sort, query)
        const { page, limit } = query
        return { rows, total, page, limit, totalPages: Math.ceil(total / limit) }
      },
    )

    app.post(
      '/api/publique/produits/:id/fournisseurs',
      {
        config: { access: 'staff' },
        schema: {
          operationId: 'addSupplierToProduct',
          summary: 'Relate a supplier to a product, with its terms',
          params: RecordId,
          body: creationSchema(relationOfProduct),
          response: { 201: Relation, ...refused },
        },
      },
      async ({ params: { id }, body }, reply) =>
        reply.code(201).send(await addRelation(platform, id, body as Values)),
    )

    app.patch(
      '/api/publique/produits/:id/fournisseurs/:fournisseurId',
      {
        config: { access: 'staff' },
        schema: {
          operationId: 'changeSupplierOfProduct',
          summary: 'Change the terms at which a supplier sells a product',
          params: Type.Object({ id: Id, fournisseurId: Id }),
          body: changeSchema(relationFields),
          response: { 200: Relation, ...refused },
        },
      },
      ({ params: { id, fournisseurId }, body }) => changeTerms(platform, id, fournisseurId, body as Values),
    )

    app.delete(
      '/api/publique/produits/:id/fournisseurs/:fournisseurId',
      {
        config: { access: 'staff' },
        schema: {
          operationId: 'removeSupplierOfProduct',
          summary: 'Take the relation of a product and a supplier back, softly',
          params: Type.Object({ id: Id, fournisseurId: Id }),
          response: { 200: NoBody, 400: ProblemBody, 404: ProblemBody },
        },
      },
      async ({ params: { id, fournisseurId } }, reply) => {
        await removeRelation(platform, id, fournisseurId)
        return reply.serializer(() => '').send(null)
      },
    )
  }
