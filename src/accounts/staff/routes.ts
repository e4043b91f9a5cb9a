import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { describeChange } from '../../platform/audit/describe.ts'
import {
  type AcceptedVersions,
  ifMatch,
  parseIfMatch,
  preconditionFailed,
} from '../../platform/http/conditional.ts'
import { PageOf } from '../../platform/http/pages.ts'
import { Problem, problems } from '../../platform/problem.ts'
import type { Accounts } from '../context.ts'
import { hashPassword } from '../credentials/passwords.ts'
import { IdRef, PageQuery } from '../schemas.ts'
import { Member, MemberChanges, NewMember } from './schemas.ts'
import { changeMember, deleteSessionsOf, insertMember, listMembers, lockMember } from './store.ts'

/**
 * Changes a member. A new password or a departure (`actif` false) ends all sessions of the member. Returns undefined if
 * the member does not exist. Throws 412 if the member was changed since `seen`.
 */
async function changeStaff(
  { db, clock }: Accounts,
  id: number,
  { motDePasse, ...others }: MemberChanges,
  seen: AcceptedVersions,
): Promise<Member | undefined> {
  const changes = { ...others, ...(motDePasse && { motDePasse: await hashPassword(motDePasse) }) }
  return db.transaction(async tx => {
    const before = await lockMember(tx, id)
    if (before && seen && !seen.includes(before.updatedAt)) throw preconditionFailed()
    const changed = await changeMember(tx, id, changes, clock.now())
    if (before && changed) {
      // The name of the member is personal data, so the trail has only the id.
      describeChange({
        ...{ record: id, label: null, withheld: ['nom', 'email', 'motDePasse'] },
        before: { ...before, motDePasse: false },
        after: { ...changed, motDePasse: motDePasse !== undefined },
      })
    }
    if (motDePasse || others.actif === false) await deleteSessionsOf(tx, id)
    return changed
  })
}

const config = { access: 'internal', rights: ['admin'] } as const

/** Routes by which administrators manage members of staff. */
export const staffRoutes: FastifyPluginAsyncTypebox<Accounts> = async (app, accounts) => {
  const { db, clock } = accounts

  app.get('/api/v1/privee/personnel', {
    config,
    schema: {
      operationId: 'listStaff',
      summary: 'List the members of staff',
      description: 'Lists them in the order in which they joined.',
      querystring: PageQuery,
      response: { 200: PageOf('ListePersonnel', Member), ...problems(400) },
    },
    handler: ({ query }) => listMembers(db, query),
  })

  app.post('/api/v1/privee/personnel', {
    config: { ...config, errors: ['email-pris'] },
    schema: {
      operationId: 'addStaff',
      summary: 'Add a member of staff',
      description:
        'The member signs in with the given e-mail address and password. An address that is taken answers 409.',
      body: NewMember,
      response: { 201: Member, ...problems(400, 409) },
    },
    handler: async ({ body }, reply) => {
      const motDePasse = await hashPassword(body.motDePasse)
      const added = await db.transaction(tx => insertMember(tx, { ...body, motDePasse }, clock.now()))
      if (!added)
        throw new Problem(409, 'email-pris', `A member of staff already has the e-mail ${body.email}`)
      return reply.code(201).send(added)
    },
  })

  app.patch('/api/v1/privee/personnel/:id', {
    config: { ...config, errors: ['membre-inconnu', 'modifie-entre-temps'] },
    schema: {
      operationId: 'changeStaff',
      summary: 'Change a member of staff',
      description: 'A new password, or a departure, ends all sessions of the member.',
      params: IdRef,
      headers: ifMatch('updatedAt'),
      body: MemberChanges,
      response: { 200: Member, ...problems(400, 404, 412) },
    },
    handler: async ({ params: { id }, body, headers }) => {
      const changed = await changeStaff(accounts, id, body, parseIfMatch({ headers }))
      if (!changed) throw new Problem(404, 'membre-inconnu', `Member of staff ${id} not found`)
      return changed
    },
  })
}
