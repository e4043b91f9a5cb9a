import { callAsAdmin, momentOf, rightsFrom, table } from './administration.ts'
import type { Remote } from './http.ts'

type Key = {
  id: number
  nom: string
  droits: string[]
  expireLe: string | null
  derniereUtilisation: string | null
  revoqueeLe: string | null
}

const PATH = '/api/v1/privee/cles'

export async function listKeys(remote: Remote) {
  const { data } = await callAsAdmin<{ data: Key[] }>(remote, 'GET', `${PATH}?limit=100`)
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
  const body = { nom, droits: rightsFrom(rights), ...(until ? { expireLe: momentOf(until) } : {}) }
  const { id, cle } = await callAsAdmin<{ id: number; cle: string }>(remote, 'POST', PATH, body)
  console.log(`Key ${id}, shown this once:\n${cle}`)
}

export async function revokeKey(id: string, remote: Remote) {
  await callAsAdmin(remote, 'DELETE', `${PATH}/${encodeURIComponent(id)}`)
  console.log(`Key ${id} is revoked.`)
}
