import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { Platform } from '../../platform/area.ts'
import { ifMatch, parseIfMatch } from '../../platform/http/conditional.ts'
import { Id } from '../../platform/http/pages.ts'
import { problems } from '../../platform/problem.ts'
import { defineChangeSchema, defineCreationSchema, defineRecordSchema } from '../fields.ts'
import { fullRelationFields, productRelationFields, relationFields } from '../resources.ts'
import { catalogueStaff, NoBody, RecordId } from '../schemas.ts'
import type { Values } from '../store.ts'
import { addRelation, changeTerms, removeRelation } from './relations.ts'

const Relation = defineRecordSchema(fullRelationFields, 'FournisseurDeProduit')
const refused = problems(400, 404, 422)

/** Write routes for the suppliers of a product. */
export const relationRoutes: FastifyPluginAsyncTypebox<Platform<never>> = async (app, platform) => {
  app.post('/api/publique/produits/:id/fournisseurs', {
    config: { ...catalogueStaff, errors: ['produit-inconnu', 'valeur-prise', 'valeur-refusee'] },
    schema: {
      operationId: 'addSupplierToProduct',
      summary: 'Add a supplier to a product',
      description: 'Stores the terms at which the supplier sells the product.',
      params: RecordId,
      body: defineCreationSchema(productRelationFields),
      response: { 201: Relation, ...refused },
    },
    handler: async ({ params: { id }, body }, reply) =>
      reply.code(201).send(await addRelation(platform, id, body as Values)),
  })

  app.patch('/api/publique/produits/:id/fournisseurs/:fournisseurId', {
    config: { ...catalogueStaff, errors: ['relation-inconnue', 'modifie-entre-temps', 'valeur-refusee'] },
    schema: {
      operationId: 'changeSupplierOfProduct',
      summary: 'Change the terms of a supplier',
      description: 'Changes the given terms at which the supplier sells the product.',
      params: Type.Object({ id: Id, fournisseurId: Id }),
      headers: ifMatch('updatedAt'),
      body: defineChangeSchema(relationFields),
      response: { 200: Relation, ...refused, ...problems(412) },
    },
    handler: request => changeTerms(platform, request.params, request.body as Values, parseIfMatch(request)),
  })

  app.delete('/api/publique/produits/:id/fournisseurs/:fournisseurId', {
    config: { ...catalogueStaff, errors: ['relation-inconnue'] },
    schema: {
      operationId: 'removeSupplierOfProduct',
      summary: 'Remove a supplier from a product',
      description: 'The relation is deleted, and archived.',
      params: Type.Object({ id: Id, fournisseurId: Id }),
      response: { 200: NoBody, ...problems(400, 404) },
    },
    handler: async ({ params: { id, fournisseurId } }, reply) => {
      await removeRelation(platform, id, fournisseurId)
      return reply.serializer(() => '').send(null)
    },
  })
}
