import { addStaffMember, createKey, GUARDED, signInStaff } from './guarded.ts'
import { openPlatform, type TestPlatform } from './platform.ts'

export type Headers = Record<string, string>

/**
 * Callers are authenticated. E-mail addresses count as verified, and no test reaches the limits on orders, payment
 * links, registrations and cards, because the tests are about access.
 */
export const SEPARATE_CALLERS = {
  ...GUARDED,
  COMPTOIR_EMAIL_PROOF: '0',
  ...Object.fromEntries(
    ['ORDERS', 'LINKS', 'REGISTRATIONS', 'CARDS', 'UNPAID_ORDERS'].map(name => [
      `COMPTOIR_LIMIT_${name}`,
      '10000',
    ]),
  ),
}

/** A caller without credentials. */
export const NOBODY: Headers = {}

let people = 0

/** Registers an account. Returns its identifiers, the loyalty customer's number, and the header with its token. */
export async function registerCustomer({ call }: TestPlatform, admin: Headers) {
  const email = `appelant${++people}@example.org`
  const person = { email, motDePasse: 'un mot de passe', prenom: 'Ada', nom: `Appelant ${people}` }
  const { body } = await call<{ accessToken: string; userId: number; clientId: string }>(
    'POST',
    '/api/auth/register',
    person,
  )
  const found = await call<{ data: { id: number }[] }>(
    'GET',
    `/loyalty/api/publique/clients?email=${email}`,
    undefined,
    admin,
  )
  // The registration created the loyalty customer.
  const numero = found.body.data[0]!.id
  return { ...body, email, numero, bearer: { authorization: `Bearer ${body.accessToken}` } }
}

/** Creates a header for each kind of caller with a key or a staff session. */
export async function createKeyHolders(shop: TestPlatform) {
  const headerOf = async (...rights: string[]) => (await createKey(shop, ...rights)).header as Headers
  const { email } = await addStaffMember(shop, 'support')
  return {
    shop: await headerOf('shop'),
    till: await headerOf('till'),
    catalogue: await headerOf('catalogue'),
    staff: (await signInStaff(shop, email)).header as Headers,
  }
}

/** Opens a platform with keys, and creates a header for each kind of caller with a key or a staff session. */
export async function openWithCallers(settings: Headers = {}) {
  const shop = await openPlatform({ settings: { ...SEPARATE_CALLERS, ...settings } })
  return { shop, keys: await createKeyHolders(shop) }
}
