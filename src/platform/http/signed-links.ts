import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Clock } from '../clock.ts'
import { createKeyedHash } from '../encryption.ts'
import { withoutFinalSlashes } from '../text.ts'

export type SignedLinks = ReturnType<typeof createSignedLinks>

/** The query parameter with the signature of a link. */
export const LINK_TOKEN = 'jeton'

export const LinkQuery = Type.Object({
  [LINK_TOKEN]: Type.Optional(Type.String({ maxLength: 100, description: 'Token of a mailed link' })),
})

/**
 * Creates and checks links of the form `…/RECORD/something`, which give their holders access to the record until they
 * expire. The signature covers the record and the expiry time. Nothing is stored: every process with the secret can
 * create the same link.
 */
export function createSignedLinks(secret: string, clock: Pick<Clock, 'now'>) {
  const hash = createKeyedHash(secret, 'signed links')
  const signatureOf = (path: string, end: string) => hash(`${end} ${recordOf(path)}`).toString('base64url')

  return {
    sign(path: string, until: Date) {
      const end = Math.floor(until.getTime() / 1_000).toString(36)
      return `${path}?${LINK_TOKEN}=${end}.${signatureOf(path, end)}`
    },
    /** Whether the request has a signature that is valid for its record and has not expired. */
    opens(request: FastifyRequest) {
      const token = (request.query as Record<string, unknown> | undefined)?.[LINK_TOKEN]
      const [, end = '', signature = ''] = /^([0-9a-z]{1,9})\.([\w-]{43})$/.exec(String(token)) ?? []
      if (end === '' || Number.parseInt(end, 36) * 1_000 <= clock.now().getTime()) return false
      return timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(pathOf(request), end)))
    },
  }
}

/** Returns the path without the area's prefix. */
const pathOf = ({ url }: FastifyRequest) =>
  withoutFinalSlashes((url.split('?', 1)[0] ?? '').replace(/^\/[^/]+/, ''))

const recordOf = (path: string) => path.slice(0, path.lastIndexOf('/'))
