import assert from 'node:assert/strict'
import { RIGHTS } from '../../../src/accounts/contract.ts'
import type { Right } from '../../../src/platform/http/rights.ts'
import { eventually } from '../eventually.ts'
import { addStaffMember, createKey, KEYS, signInStaff } from '../guarded.ts'
import { type CreatedPayment, cardPayment } from '../payments.ts'
import type { TestPlatform } from '../platform.ts'
import { createShopActions } from '../shopping.ts'

/** The customer whose records the operations address. */
export type Subject = { userId: number; clientId: string; ordreId: string; transactionId: number }

export type Caller = {
  name: string
  headers: Record<string, string>
  rights: readonly Right[]
  owns: boolean
  /** A signed-in customer, who may use operations without a customer in the address, such as their own profile. */
  isCustomer?: boolean
  /** Opens a separate session for operations that end the session. */
  signInAgain?: () => Promise<Record<string, string>>
  /** Whether the request body names the customer. */
  claims?: boolean
}

type Signed = { userId: number; clientId: string; accessToken: string }
const bearer = ({ accessToken }: Signed) => ({ authorization: `Bearer ${accessToken}` })

async function register({ call }: TestPlatform, email: string) {
  const given = { email, motDePasse: 'un mot de passe' }
  const { body } = await call<Signed>('POST', '/api/auth/register', { ...given, prenom: 'Ada', nom: 'L' })
  const signInAgain = async () => bearer((await call<Signed>('POST', '/api/auth/login', given)).body)
  return { ...body, headers: bearer(body), signInAgain }
}

/** Creates a customer with an order and its payment, and one caller of each kind. */
export async function createCallers(shop: TestPlatform): Promise<{ subject: Subject; callers: Caller[] }> {
  const [ada, eve] = [await register(shop, 'ada@example.org'), await register(shop, 'eve@example.org')]
  const { product, place } = createShopActions(shop, KEYS.admin['x-api-key'])
  const { id, prixDeVenteCents } = await product()
  const articles = [{ id, quantite: 1, prixUnitaireCents: prixDeVenteCents }]
  const { status, body } = await place(articles, { clientId: ada.clientId }, ada.headers)
  assert.equal(status, 201)
  const payment = { clientId: ada.clientId, orderId: body.ordreId, montant: prixDeVenteCents / 100 }
  const { body: paid } = await shop.call<CreatedPayment>(
    'POST',
    '/api/private/create_paiement',
    cardPayment(payment),
    KEYS.admin,
  )
  const subject = {
    ...{ userId: ada.userId, clientId: ada.clientId },
    ...{ ordreId: body.ordreId, transactionId: paid.response.transactionId },
  }

  const keys: Caller[] = []
  for (const right of RIGHTS)
    keys.push({ name: right, headers: (await createKey(shop, right)).header, rights: [right], owns: false })
  const { email } = await addStaffMember(shop, 'support')
  const { header: staff } = await signInStaff(shop, email)

  return {
    subject,
    callers: [
      { name: 'nobody', headers: {}, rights: [], owns: false },
      { name: 'claims to be the customer', headers: {}, rights: [], owns: false, claims: true },
      {
        name: 'another customer',
        headers: eve.headers,
        signInAgain: eve.signInAgain,
        rights: [],
        owns: false,
        isCustomer: true,
      },
      {
        name: 'the customer',
        headers: ada.headers,
        signInAgain: ada.signInAgain,
        rights: [],
        owns: true,
        isCustomer: true,
      },
      ...keys,
      { name: 'staff with support', headers: staff, rights: ['support'], owns: false },
      { name: 'a revoked key', headers: await revokedKey(shop), rights: [], owns: false },
    ],
  }
}

/** Creates and revokes a key with the right `admin`; returns its header once the key is refused. */
async function revokedKey(shop: TestPlatform) {
  const { id, header } = await createKey(shop, 'admin')
  await shop.call('DELETE', `/api/v1/privee/cles/${id}`, undefined, KEYS.admin)
  await eventually(
    'the key is refused',
    async () => (await shop.call('GET', '/metrics', undefined, header)).status === 401,
  )
  return header
}
