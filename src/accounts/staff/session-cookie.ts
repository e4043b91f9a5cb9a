import type { FastifyReply, FastifyRequest } from 'fastify'
import { SESSION_COOKIE } from '../../platform/http/agent.ts'
import { SESSION_S } from './sign-in.ts'

/** No script reads it, no other site sends it, and where the shop is reached by https it goes over https alone. */
export function setSessionCookie(
  { protocol }: FastifyRequest,
  reply: FastifyReply,
  { secret, publicUrl }: { secret: string | undefined; publicUrl: string | undefined },
) {
  const secure = publicUrl?.startsWith('https:') ?? protocol === 'https'
  const parts = [
    `${SESSION_COOKIE}=${secret ?? ''}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Strict',
    `Max-Age=${secret === undefined ? 0 : SESSION_S}`,
    ...(secure ? ['Secure'] : []),
  ]
  reply.header('set-cookie', parts.join('; ')).header('cache-control', 'no-store')
}
