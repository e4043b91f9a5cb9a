import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { callAsAdmin, rightsFrom, table } from './administration.ts'
import type { Remote } from './http.ts'

type Member = { id: number; email: string; nom: string; droits: string[]; actif: boolean; codeExige: boolean }

const PATH = '/api/v1/privee/personnel'

export async function listStaff(remote: Remote) {
  const { data } = await callAsAdmin<{ data: Member[] }>(remote, 'GET', `${PATH}?limit=100`)
  const lines = data.map(({ id, email, nom, droits, actif, codeExige }) => [
    String(id),
    email,
    nom,
    droits.join('+'),
    actif ? 'active' : 'left',
    codeExige ? 'with codes' : 'password alone',
  ])
  table(['id', 'e-mail', 'name', 'rights', 'state', 'signs in'], lines)
}

type New = Remote & { name: string; rights: string }

export async function addStaff(email: string, { name, rights, ...remote }: New) {
  const given = process.stdin.isTTY ? '' : (await text(process.stdin)).replace(/\r?\n$/, '')
  const motDePasse = given || randomBytes(15).toString('base64url')
  const body = { email, nom: name, droits: rightsFrom(rights), motDePasse }
  const { id } = await callAsAdmin<{ id: number }>(remote, 'POST', PATH, body)
  console.log(`Member of staff ${id}: ${email}`)
  if (!given) console.log(`Password, shown this once:\n${motDePasse}`)
}
