import multipart from '@fastify/multipart'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { Platform } from '../../platform/area.ts'
import { Shape } from '../../platform/http/pages.ts'
import { pictureHeaders } from '../../platform/pages/pictures.ts'
import { Problem, problems } from '../../platform/problem.ts'
import { withoutFinalSlashes } from '../../platform/text.ts'
import { withOnlyFile } from '../../platform/uploads/uploaded-file.ts'
import { PICTURES } from '../contract.ts'
import { catalogueStaff } from '../schemas.ts'
import { findVersion, type StoredPicture } from './store.ts'
import { uploadPicture } from './upload-picture.ts'

const MAX_BYTES = 15 * 1024 * 1024
/** Ample for the boundaries and headers of a form. */
const MAX_FORM_BYTES = MAX_BYTES + 64 * 1024

const Address = (width: number) =>
  Type.String({ description: `At most ${width} pixels wide`, examples: [`${PICTURES}9f86d0818…/${width}`] })
const Picture = Shape('Image', {
  id: Type.String({ description: 'Hash of the file', examples: ['9f86d0818…'] }),
  largeur: Type.Integer({ description: 'Width of the upright original in pixels' }),
  hauteur: Type.Integer(),
  url: { ...Address(1200), description: 'The largest version, for `photosUrls` of a product' },
  urls: Type.Object({ 160: Address(160), 480: Address(480), 1200: Address(1200) }),
})

export const pictureRoutes: FastifyPluginAsyncTypebox<Platform<never>> = async (app, platform) => {
  const { db, config } = platform
  const base = withoutFinalSlashes(config.publicUrl ?? '')
  const answerOf = (picture: StoredPicture) => {
    const addressOf = (width: number) => `${base}${PICTURES}${picture.id}/${width}`
    const urls = { 160: addressOf(160), 480: addressOf(480), 1200: addressOf(1200) }
    return { ...picture, url: urls[1200], urls }
  }

  // A scope of its own, because its handler reads the body as a stream.
  await app.register(async scope => {
    await scope.register(multipart, { limits: { fileSize: MAX_BYTES } })
    scope.post('/api/v1/privee/images', {
      config: { ...catalogueStaff, errors: ['image-illisible'] },
      bodyLimit: MAX_FORM_BYTES,
      // The body schema serves only the API documents.
      validatorCompiler: () => () => true,
      schema: {
        operationId: 'uploadPicture',
        summary: 'Add a picture',
        description:
          'Stores a JPEG, PNG, WebP or AVIF picture of at most 15 MiB and 50 megapixels as WebP in three widths, upright and without metadata. The same file again answers 200. A picture is deleted 30 days after its upload and after the last product stopped naming it.',
        body: {
          content: {
            'multipart/form-data': { schema: Type.Object({ image: Type.String({ format: 'binary' }) }) },
          },
        },
        response: { 200: Picture, 201: Picture, ...problems(400, 413, 415, 503) },
      },
      handler: async (request, reply) => {
        const { isNew, picture } = await withOnlyFile(request, 'image', path => uploadPicture(platform, path))
        return reply.code(isNew ? 201 : 200).send(answerOf(picture))
      },
    })
  })

  app.get('/api/v1/publique/images/:id/:largeur', {
    config: { access: 'open', errors: ['image-inconnue'] },
    schema: {
      operationId: 'getPicture',
      summary: 'Read a picture',
      description: 'Answers with WebP of at most 160, 480 or 1200 pixels width. It never changes.',
      params: Type.Object({
        id: Type.String({ description: '`id` of the upload' }),
        largeur: Type.String({ minLength: 1, description: '160, 480 or 1200' }),
      }),
      response: {
        200: { content: { 'image/webp': { schema: Type.String({ format: 'binary' }) } } },
        ...problems(404),
      },
    },
    handler: async ({ params: { id, largeur } }, reply) => {
      const content = await findVersion(db, id, largeur)
      if (!content) throw new Problem(404, 'image-inconnue', 'There is no such picture')
      return (
        reply
          .headers(pictureHeaders('image/webp', 'cross-origin'))
          .header('cache-control', 'public, max-age=31536000, immutable')
          .header('etag', `W/"${id}-${largeur}"`)
          // The response type declares a text.
          .send(content as never)
      )
    },
  })
}
