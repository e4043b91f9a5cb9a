import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Clock } from '../clock.ts'
import { withoutFinalSlashes } from '../text.ts'

/** Links that open what they lead to for whoever was given them. */
export type SignedLinks = {
  /** The path of something of a record, with what opens it, and all that the same record has of its kind, until then. */
  sign(path: string, until: Date): string
  /** Whether the request has what we have signed for its record, and its time has not passed. */
  opens(request: FastifyRequest): boolean
}

/** The query parameter of such a link. */
export const LINK_TOKEN = 'jeton'

export const LinkQuery = Type.Object({
  [LINK_TOKEN]: Type.Optional(
    Type.String({ maxLength: 100, description: 'What the link of a mail carries' }),
  ),
})

/**
 * Signs the record of a path, `…/RECORD/something` as it is under the bare host, together with its end. Nothing is stored: a link can be made again at any time, and by any
 * process with the secret.
 */
export function createSignedLinks(secret: string, clock: Pick<Clock, 'now'>): SignedLinks {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'comptoir signed links', 32))
  const signatureOf = (path: string, end: string) =>
    createHmac('sha256', key)
      .update(`${end} ${recordOf(path)}`)
      .digest('base64url')

  return {
    sign(path, until) {
      const end = Math.floor(until.getTime() / 1_000).toString(36)
      return `${path}?${LINK_TOKEN}=${end}.${signatureOf(path, end)}`
    },
    opens(request) {
      const given = (request.query as Record<string, unknown> | undefined)?.[LINK_TOKEN]
      const [, end = '', signature = ''] = /^([0-9a-z]{1,9})\.([\w-]{43})$/.exec(String(given)) ?? []
      if (end === '' || Number.parseInt(end, 36) * 1_000 <= clock.now().getTime()) return false
      return timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(pathOf(request), end)))
    },
  }
}

/** The path under the bare host, whichever way it was reached. */
const pathOf = ({ url }: FastifyRequest) =>
  withoutFinalSlashes((url.split('?', 1)[0] ?? '').replace(/^\/[^/]+/, ''))

const recordOf = (path: string) => path.slice(0, path.lastIndexOf('/'))
