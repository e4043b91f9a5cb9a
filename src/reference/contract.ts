import Type, { type Static } from 'typebox'
import { Shape } from '../platform/http/pages.ts'
import { ProblemBody } from '../platform/http/problem.ts'
import { operationsOf } from '../platform/peers/operation.ts'

const operation = operationsOf('reference')

export const Article = Shape('ProduitTrouve', {
  ref: Type.String(),
  id: Type.Integer(),
  ean: Type.String(),
  nom: Type.String(),
  prixDeVenteCents: Type.Integer(),
  categories: Type.String(),
  statutProduit: Type.String(),
})
export type Article = Static<typeof Article>

export const findArticles = operation({
  method: 'GET',
  url: '/api/v1/privee/articles',
  config: { access: 'internal' },
  schema: {
    operationId: 'findArticles',
    summary: 'Read products by id or ean, as orders name them; those that do not exist are left out',
    querystring: Type.Object({
      refs: Type.String({ minLength: 1, description: '1 to 200 ids or eans, separated by commas' }),
    }),
    response: { 200: Type.Array(Article), 400: ProblemBody },
  },
})
