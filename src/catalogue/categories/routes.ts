import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { Platform } from '../../platform/area.ts'
import { problems } from '../../platform/problem.ts'
import { CategoryNode } from '../schemas.ts'
import { createCategoryTree } from './category-tree.ts'

export const categoryRoutes =
  ({ db }: Pick<Platform, 'db'>): FastifyPluginAsyncTypebox =>
  async app => {
    const tree = createCategoryTree(db)
    app.get(
      '/api/v1/publique/catalogue/categories',
      {
        config: { access: 'open' },
        schema: {
          operationId: 'listCategoryTree',
          summary: 'List the categories of listed products, each before what is below it, with their numbers',
          response: { 200: Type.Array(CategoryNode), ...problems(400) },
        },
      },
      tree,
    )
  }
