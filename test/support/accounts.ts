import { openPlatform, type TestPlatform } from './platform.ts'

export type Account = {
  accessToken: string
  userId: number
  email: string
  clientId: string
  pointsFidelite: number
  niveauFidelisation: string
}
export type Failure = { statusCode: number; message: string; error: string }
type LoyaltyList = { data: { id: number; idClient: string; nom: string }[] }

let shop: TestPlatform

/** Opens a platform of accounts and loyalty; the functions below use it by default. */
export async function openAccounts() {
  shop = await openPlatform({ only: ['accounts', 'loyalty'] })
  return shop
}

let counter = 0
export const newEmail = () => `ada${++counter}@example.org`
export const person = (email = newEmail()) => ({
  email,
  motDePasse: ' s3cret ',
  prenom: 'Ada',
  nom: 'Lovelace',
})
export const register = (body: unknown, at = shop) => at.call<Account>('POST', '/api/auth/register', body)
export const login = (email: string, motDePasse: string, at = shop) =>
  at.call<Account & Failure>('POST', '/api/auth/login', { email, motDePasse })
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
export const readProfile = (token: string, at = shop) =>
  at.call<Account & { id: number; prenom: string; derniereSynchro: string | null; updatedAt: string }>(
    'GET',
    '/api/auth/me',
    undefined,
    bearer(token),
  )
export const findLoyaltyCustomers = async (email: string) =>
  (await shop.call<LoyaltyList>('GET', `/api/publique/clients?email=${email}`)).body.data
export const statuses = (answers: { status: number }[]) => answers.map(answer => answer.status).sort()
