import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashSecret, SESSION_COOKIE, sessionOf } from '../../platform/http/agent.ts'
import { isSameOrigin } from '../../platform/http/origins.ts'
import { Problem } from '../../platform/problem.ts'
import type { Accounts } from '../context.ts'
import { SESSION_S } from './sign-in.ts'
import { findMember } from './store.ts'

/** Returns the hash of the request's session cookie, whether or not its session exists; undefined without a cookie. */
export const sessionHashOf = (request: FastifyRequest) => {
  const session = sessionOf(request)
  return session === undefined ? undefined : hashSecret(session)
}

const memberId = ({ caller: { agent } }: FastifyRequest) => (agent?.kind === 'personnel' ? agent.id : null)
const noMember = () => new Problem(403, 'droit-absent', 'A signed-in member of staff is required')

/** Throws 403 unless the caller is a signed-in member of staff; a key is not sufficient. */
export const requireMember = async (request: FastifyRequest) => {
  if (memberId(request) === null) throw noMember()
}

/** Returns the calling member with the password hash and the code secret. Throws 403 for other callers. */
export async function getCallingMember({ db }: Accounts, request: FastifyRequest) {
  const id = memberId(request)
  const member = id === null ? undefined : await findMember(db, id)
  if (!member) throw noMember()
  return member
}

/** Returns a check: a page of another site must not sign a visitor out, or in as another person. */
export const createOriginCheck = (publicUrl: string | undefined) => async (request: FastifyRequest) => {
  if (!isSameOrigin(request, publicUrl))
    throw new Problem(403, 'origine-refusee', 'Pages of other sites cannot sign staff in or out')
}

/**
 * Sets the session cookie, or deletes it without `secret`. Scripts cannot read the cookie, browsers do not send it with
 * requests of other sites, and it is limited to https if the shop uses https.
 */
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
