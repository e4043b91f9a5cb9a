import { changedSince, type Seen } from '../../platform/http/conditional.ts'
import type { Accounts } from '../context.ts'
import { hashPassword } from '../credentials/passwords.ts'
import type { Member, MemberChanges } from './schemas.ts'
import { changeMember, lockMember } from './store/members.ts'
import { deleteSessionsOf } from './store/sessions.ts'

/** Undefined when there is no such member. A session goes with the password that opened it. 412 when no longer as `seen`. */
export async function changeStaff(
  { db, clock }: Accounts,
  id: number,
  { nom, droits, actif, motDePasse, codeExige }: MemberChanges,
  seen?: Seen,
): Promise<Member | undefined> {
  const hashed = motDePasse === undefined ? undefined : await hashPassword(motDePasse)
  const changes = { nom, droits, actif, motDePasse: hashed, withoutCode: codeExige === false }
  return db.transaction(async tx => {
    const before = seen && (await lockMember(tx, id))
    if (before && !seen.includes(before.updatedAt)) throw changedSince()
    const changed = await changeMember(tx, id, changes, clock.now())
    if (hashed !== undefined || actif === false) await deleteSessionsOf(tx, id)
    return changed
  })
}
