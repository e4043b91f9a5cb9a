import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { pictureHeaders } from '../platform/pages/pictures.ts'
import { Problem } from '../platform/problem.ts'

/** What the sample shop sells is drawn when it is first looked at; other shops have nothing of it in memory. */
async function draw() {
  const { samplePictures } = await import('../../sample/pictures/pictures.ts')
  return samplePictures()
}

/** The pictures that the products of the sample shop name. Shops of other origins show them too. */
export const samplePictureRoutes: FastifyPluginAsyncTypebox = async app => {
  let drawn: ReturnType<typeof draw> | undefined
  app.get(
    '/exemple/images/:name',
    {
      config: { access: 'open' },
      schema: {
        hide: true,
        summary: "A picture of the sample shop's",
        params: Type.Object({ name: Type.String({ maxLength: 50 }) }),
      },
    },
    async ({ params: { name } }, reply) => {
      const [, ean = ''] = /^(\d+)\.svg$/.exec(name) ?? []
      drawn ??= draw()
      const picture = (await drawn).get(ean)
      if (!picture) throw new Problem(404, 'fichier-inconnu', `There is no picture ${name}`)
      return reply
        .headers(pictureHeaders('image/svg+xml', 'cross-origin'))
        .header('cache-control', 'public, max-age=86400')
        .send(picture)
    },
  )
}
