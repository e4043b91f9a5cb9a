import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { StartError } from '../platform/problem.ts'
import { type Remote, serverAt } from './http.ts'

/** Calls a running server with the key of an administrator; says in a line what it has against it. */
async function callAsAdmin<Body = unknown>(
  remote: Remote,
  method: string,
  path: string,
  body?: unknown,
): Promise<Body> {
  const { status, body: answer } = await serverAt(remote)
    .call<Body & { message?: string }>(method, path, { body })
    .catch(error => {
      throw new StartError(
        `The server at ${remote.url} does not answer: ${error.cause?.message ?? error.message}`,
      )
    })
  if (status >= 300) throw new StartError(answer?.message ?? `The server answered ${status}`)
  return answer
}

const parseRights = (list: string) =>
  list
    .split(/[,+]/)
    .map(right => right.trim())
    .filter(Boolean)

export function momentOf(text: string): string {
  const moment = new Date(text)
  if (Number.isNaN(moment.getTime())) throw new StartError(`${text} is no moment such as 2027-01-01`)
  return moment.toISOString()
}

/** Columns as wide as what stands in them. */
export function table(head: string[], lines: string[][]) {
  const widths = head.map((name, i) => Math.max(name.length, ...lines.map(line => line[i]?.length ?? 0)))
  for (const line of [head, ...lines])
    console.log(
      line
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}

type Key = {
  id: number
  nom: string
  droits: string[]
  expireLe: string | null
  derniereUtilisation: string | null
  revoqueeLe: string | null
}

const KEYS = '/api/v1/privee/cles'

export async function listKeys(remote: Remote) {
  const { data } = await callAsAdmin<{ data: Key[] }>(remote, 'GET', `${KEYS}?limit=100`)
  const lines = data.map(({ id, nom, droits, expireLe, derniereUtilisation, revoqueeLe }) => [
    String(id),
    nom,
    droits.join('+'),
    revoqueeLe ? `revoked ${revoqueeLe}` : (expireLe ?? 'no end'),
    derniereUtilisation ?? 'never used',
  ])
  table(['id', 'name', 'rights', 'until', 'last used'], lines)
}

export async function addKey(
  nom: string,
  { rights, until, ...remote }: Remote & { rights: string; until?: string },
) {
  const body = { nom, droits: parseRights(rights), ...(until ? { expireLe: momentOf(until) } : {}) }
  const { id, cle } = await callAsAdmin<{ id: number; cle: string }>(remote, 'POST', KEYS, body)
  console.log(`Key ${id}, shown this once:\n${cle}`)
}

export async function revokeKey(id: string, remote: Remote) {
  await callAsAdmin(remote, 'DELETE', `${KEYS}/${encodeURIComponent(id)}`)
  console.log(`Key ${id} is revoked.`)
}

type Member = { id: number; email: string; nom: string; droits: string[]; actif: boolean; codeExige: boolean }

const STAFF = '/api/v1/privee/personnel'

export async function listStaff(remote: Remote) {
  const { data } = await callAsAdmin<{ data: Member[] }>(remote, 'GET', `${STAFF}?limit=100`)
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
  const body = { email, nom: name, droits: parseRights(rights), motDePasse }
  const { id } = await callAsAdmin<{ id: number }>(remote, 'POST', STAFF, body)
  console.log(`Member of staff ${id}: ${email}`)
  if (!given) console.log(`Password, shown this once:\n${motDePasse}`)
}
