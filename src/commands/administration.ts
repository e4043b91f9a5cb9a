import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Shapes } from '../../clients/typescript/src/index.ts'
import { areas } from '../areas.ts'
import { readConfig } from '../config.ts'
import { claimCodeOf } from '../platform/http/claim-code.ts'
import { StartError } from '../platform/problem.ts'
import { loadSecrets } from '../platform/secrets.ts'
import { splitList } from '../platform/settings.ts'
import { withoutFinalSlashes } from '../platform/text.ts'
import { ask, createClient, type Remote, readPages } from './http.ts'

const parseRights = (list: string) => splitList(list.replaceAll('+', ','))

/** The server checks the ids. */
const parseStores = (list: string | undefined) => (list === undefined ? null : splitList(list).map(Number))
const formatStores = (stores: readonly number[] | null) => stores?.join(',') ?? 'all'

/** Prints a table with aligned columns. */
function table(head: string[], lines: string[][]) {
  const widths = head.map((name, i) => Math.max(name.length, ...lines.map(line => line[i]?.length ?? 0)))
  for (const line of [head, ...lines])
    console.log(
      line
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}

const KEYS = '/api/v1/privee/cles'

export async function listKeys(remote: Remote) {
  const keys = await readPages<Shapes['ListeCles']>(createClient(remote), KEYS)
  const lines = keys.map(({ id, nom, droits, magasins, ...key }) => [
    String(id),
    nom,
    droits.join('+'),
    formatStores(magasins),
    key.revoqueeLe ? `revoked ${key.revoqueeLe}` : (key.expireLe ?? 'no expiry'),
    key.derniereUtilisation ?? 'never used',
  ])
  table(['id', 'name', 'rights', 'stores', 'expires', 'last used'], lines)
}

export async function addKey(
  nom: string,
  { rights, stores, until, ...remote }: Remote & { rights: string; stores?: string; until?: string },
) {
  const body = { nom, droits: parseRights(rights), magasins: parseStores(stores), expireLe: until }
  const { id, cle } = await ask<Shapes['CleCreee']>(createClient(remote), 'POST', KEYS, body)
  console.log(`Key ${id}, shown only once:\n${cle}`)
}

export async function revokeKey(id: string, remote: Remote) {
  await ask(createClient(remote), 'DELETE', `${KEYS}/${encodeURIComponent(id)}`)
  console.log(`Key ${id} is revoked.`)
}

export const INSTALLATION = '/api/v1/publique/installation'
/** The page of the console that takes the code of the first administrator. */
export const SETUP = '/console/boutique/mise-en-service'

/** Prints the code with which the first administrator claims a server that runs with the same secret. */
export async function printClaimCode({ url }: Remote) {
  const { defi } = await ask<Shapes['Installation']>(createClient({ url }), 'GET', INSTALLATION)
  if (defi === null)
    throw new StartError(
      `${url} has an administrator or a key already, or is not the address of a process on this machine`,
    )
  const config = readConfig(process.env, areas)
  // Secrets that this command created would be others than those of the server.
  if (config.missingSecrets.length > 0 && !existsSync(join(config.dataDirectory, 'secrets')))
    throw new StartError(
      `${config.dataDirectory} has no secrets; COMPTOIR_DATA or COMPTOIR_TOKEN_SECRET must be that of the server`,
    )
  const { COMPTOIR_TOKEN_SECRET } = await loadSecrets(config.missingSecrets, config.dataDirectory)
  const code = claimCodeOf(COMPTOIR_TOKEN_SECRET ?? config.tokenSecret, defi)
  console.log(`Open ${withoutFinalSlashes(url)}${SETUP} and enter the code ${code}`)
}

const STAFF = '/api/v1/privee/personnel'

export async function listStaff(remote: Remote) {
  const members = await readPages<Shapes['ListePersonnel']>(createClient(remote), STAFF)
  const lines = members.map(({ id, email, nom, droits, magasins, actif, codeExige }) => [
    String(id),
    email,
    nom,
    droits.join('+'),
    formatStores(magasins),
    actif ? 'active' : 'inactive',
    codeExige ? 'with codes' : 'password only',
  ])
  table(['id', 'e-mail', 'name', 'rights', 'stores', 'state', 'sign-in'], lines)
}

type New = Remote & { name: string; rights: string; stores?: string }

export async function addStaff(email: string, { name, rights, stores, ...remote }: New) {
  const entered = process.stdin.isTTY ? '' : (await text(process.stdin)).replace(/\r?\n$/, '')
  const motDePasse = entered || randomBytes(15).toString('base64url')
  const body = { email, nom: name, droits: parseRights(rights), magasins: parseStores(stores), motDePasse }
  const { id } = await ask<Shapes['MembrePersonnel']>(createClient(remote), 'POST', STAFF, body)
  console.log(`Member of staff ${id}: ${email}`)
  if (!entered) console.log(`Password, shown only once:\n${motDePasse}`)
}
