import type { FastifyRequest } from 'fastify'
import { secretHash, sessionOf } from '../../platform/http/agent.ts'
import { Problem } from '../../platform/problem.ts'
import type { Accounts } from '../context.ts'
import { findMember } from './store/members.ts'
import { memberOfSession } from './store/sessions.ts'

/** The hash of the session that a request shows, valid or not. */
export const shownSession = (request: FastifyRequest) => {
  const session = sessionOf(request)
  return session === undefined ? undefined : secretHash(session)
}

/** The member whose session it is; undefined without one that is valid. */
export const signedInMember = async ({ db, clock }: Accounts, request: FastifyRequest) => {
  const session = shownSession(request)
  return session === undefined ? undefined : memberOfSession(db, session, clock.now())
}

const memberId = ({ caller: { agent } }: FastifyRequest) => (agent?.kind === 'personnel' ? agent.id : null)
const noMember = () => new Problem(403, 'droit-absent', 'This is for a signed-in member of staff')

/** A key is no member: 403. */
export const membersAlone = async (request: FastifyRequest) => {
  if (memberId(request) === null) throw noMember()
}

/** The member who calls, with what signing in needs. */
export async function callingMember({ db }: Accounts, request: FastifyRequest) {
  const id = memberId(request)
  const member = id === null ? undefined : await findMember(db, id)
  if (!member) throw noMember()
  return member
}
