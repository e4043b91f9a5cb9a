import type { TestPlatform } from './platform.ts'

/** Keys of a test platform, by their rights. */
export const KEYS = {
  admin: { 'x-api-key': 'key-of-an-administrator' },
  peer: { 'x-api-key': 'key-of-the-platform-itself' },
}

/** Settings that enable authentication. */
export const GUARDED = {
  COMPTOIR_API_KEYS: `peer:${KEYS.peer['x-api-key']},admin:${KEYS.admin['x-api-key']}`,
}

type Made = { id: number; nom: string; droits: string[]; cle: string }

/** Creates a key with these rights. Returns it with the header that carries it. */
export const createKey = (shop: TestPlatform, ...droits: string[]) => createLimitedKey(shop, null, ...droits)

/** Creates a key with these rights in these stores; null: in all. */
export async function createLimitedKey(
  { call }: TestPlatform,
  magasins: readonly number[] | null,
  ...droits: string[]
) {
  const body = { nom: `Clé ${droits.join(' ')}`, droits, magasins }
  const { body: made } = await call<Made>('POST', '/api/v1/privee/cles', body, KEYS.admin)
  return { ...made, header: { 'x-api-key': made.cle } }
}

let members = 0
export const PASSWORD = 'un long mot de passe'

/** Adds a staff member with these rights. */
export async function addStaffMember({ call }: TestPlatform, ...droits: string[]) {
  const email = `membre${++members}@example.org`
  const body = { email, nom: `Membre ${members}`, motDePasse: PASSWORD, droits }
  return (
    await call<{ id: number; email: string; nom: string }>(
      'POST',
      '/api/v1/privee/personnel',
      body,
      KEYS.admin,
    )
  ).body
}

/** Signs a staff member in. Returns the response, and the header with the session. */
export async function signInStaff({ call }: TestPlatform, email: string, given: object = {}) {
  const { status, body, headers } = await call<{ nom: string; droits: string[]; message?: string }>(
    'POST',
    '/api/v1/publique/sessions-personnel',
    { email, motDePasse: PASSWORD, ...given },
  )
  const setCookie = String(headers['set-cookie'] ?? '')
  return { status, body, setCookie, header: { cookie: setCookie.split(';', 1)[0] ?? '' } }
}
