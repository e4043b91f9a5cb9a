import { readFileSync } from 'node:fs'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { detectPicture, type Picture, pictureHeaders, versionOf } from '../platform/pages/pictures.ts'
import type { PaymentsSettings } from './settings.ts'

const MAX_BYTES = 100_000

/** Reads the shop's logo. Throws an error that describes the file's problem to the operator. */
export function readLogo(path: string): Picture {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch {
    throw new Error('cannot be read')
  }
  if (bytes.length > MAX_BYTES) throw new Error(`has ${bytes.length} bytes; at most ${MAX_BYTES} are allowed`)
  const picture = detectPicture(bytes)
  if (!picture) throw new Error('is not an SVG, PNG, JPEG or WebP image')
  return picture
}

/** Returns an error, which aborts the startup, if the configured logo cannot be displayed. */
export function validateLogo({ shopLogo }: Pick<PaymentsSettings, 'shopLogo'>): string[] {
  if (shopLogo === undefined) return []
  try {
    readLogo(shopLogo)
    return []
  } catch (error) {
    return [`COMPTOIR_SHOP_LOGO: the file ${(error as Error).message}`]
  }
}

/** Returns the path of the logo, relative to the links' folder. */
export const logoPath = (logo: Picture) => `logo/${versionOf(logo)}`

export const logoRoute: FastifyPluginAsyncTypebox<Picture> = async (app, logo) => {
  const version = versionOf(logo)
  app.get('/paiement/logo/:version', {
    config: { access: 'open' },
    schema: {
      hide: true,
      summary: "The shop's logo",
      params: Type.Object({ version: Type.String({ maxLength: 50 }) }),
    },
    handler: ({ params }, reply) =>
      reply
        .headers(pictureHeaders(logo.type, 'same-origin'))
        .header(
          'cache-control',
          params.version === version ? 'public, max-age=31536000, immutable' : 'no-store',
        )
        .send(logo.bytes),
  })
}
