import assert from 'node:assert/strict'
import { RIGHTS } from '../../../src/accounts/contract.ts'
import type { Right } from '../../../src/platform/http/rights.ts'
import { addedMember, KEYS, madeKey, signedInStaff } from '../guarded.ts'
import { cardPayment, type Paid } from '../payments.ts'
import { eventually, type TestPlatform } from '../platform.ts'
import { shopping } from '../shopping.ts'

/** The customer whose records are asked for. */
export type Subject = { userId: number; clientId: string; ordreId: string; transactionId: number }

export type Caller = {
  name: string
  headers: Record<string, string>
  /** What the law lets in: holders of a right, or the customer concerned. */
  rights: readonly Right[]
  owns: boolean
  /** What names no customer, such as the own profile, is theirs. */
  isCustomer?: boolean
  /** Sent with a claim to be the customer. */
  claims?: boolean
}

const register = async ({ call }: TestPlatform, email: string) =>
  (
    await call<{ userId: number; clientId: string; accessToken: string }>('POST', '/api/auth/register', {
      ...{ email, motDePasse: 'un mot de passe', prenom: 'Ada', nom: 'L' },
    })
  ).body

/** A customer with a paid order, and everybody who may come and ask for what is theirs. */
export async function everyCaller(shop: TestPlatform): Promise<{ subject: Subject; callers: Caller[] }> {
  const [ada, eve] = [await register(shop, 'ada@example.org'), await register(shop, 'eve@example.org')]
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  const { product, place } = shopping(shop, KEYS.admin['x-api-key'])
  const { id, prixDeVenteCents } = await product()
  const articles = [{ id, quantite: 1, prixUnitaireCents: prixDeVenteCents }]
  const { status, body } = await place(articles, { clientId: ada.clientId }, bearer(ada.accessToken))
  assert.equal(status, 201)
  const payment = { clientId: ada.clientId, orderId: body.ordreId, montant: prixDeVenteCents / 100 }
  const { body: paid } = await shop.call<Paid>(
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
    keys.push({ name: right, headers: (await madeKey(shop, right)).header, rights: [right], owns: false })
  const { email } = await addedMember(shop, 'support')
  const { header: staff } = await signedInStaff(shop, email)

  return {
    subject,
    callers: [
      { name: 'nobody', headers: {}, rights: [], owns: false },
      { name: 'claims to be the customer', headers: {}, rights: [], owns: false, claims: true },
      {
        name: 'another customer',
        headers: bearer(eve.accessToken),
        rights: [],
        owns: false,
        isCustomer: true,
      },
      { name: 'the customer', headers: bearer(ada.accessToken), rights: [], owns: true, isCustomer: true },
      ...keys,
      { name: 'staff with support', headers: staff, rights: ['support'], owns: false },
      { name: 'a revoked key', headers: await revokedKey(shop), rights: [], owns: false },
    ],
  }
}

/** Of a key that could do everything, until a moment ago. */
async function revokedKey(shop: TestPlatform) {
  const { id, header } = await madeKey(shop, 'admin')
  await shop.call('DELETE', `/api/v1/privee/cles/${id}`, undefined, KEYS.admin)
  await eventually(
    'the key is refused',
    async () => (await shop.call('GET', '/metrics', undefined, header)).status === 401,
  )
  return header
}
