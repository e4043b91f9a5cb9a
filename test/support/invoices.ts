import { eventually } from './eventually.ts'
import type { TestPlatform } from './platform.ts'
import { createShopActions } from './shopping.ts'

/** The legal details of a shop that issues invoices. */
export const LEGAL = {
  COMPTOIR_LEGAL_NAME: 'L’Échoppe <SAS>',
  COMPTOIR_LEGAL_FORM: 'SAS au capital de 10 000 €',
  COMPTOIR_LEGAL_ADDRESS: '12 rue de la Paix; 75002 Paris; France',
  COMPTOIR_LEGAL_SIRET: '123 456 789 00012',
  COMPTOIR_LEGAL_REGISTER: 'RCS Paris',
  COMPTOIR_LEGAL_VAT_NUMBER: 'FR32123456789',
}

export type InvoiceAnswer = {
  statusCode: number
  message: string
  numero: string
  ordreId: string
  emiseLe: string
  commandeeLe: string
  vendeur: Record<string, unknown>
  acheteur: { nom: string; adresse: string[]; livraison: string[] }
  reglement: { transactionId: string; moyen: string; marque: string | null; payeeLe: string }
  lignes: Record<string, unknown>[]
  remiseCents: number
  parTaux: Amounts[]
  totaux: Omit<Amounts, 'tauxTva'>
  avoirs: {
    numero: string
    remboursementId: string
    facture: { numero: string }
    lignes: Record<string, unknown>[]
    parTaux: Amounts[]
    totaux: Omit<Amounts, 'tauxTva'>
  }[]
}
type Amounts = { tauxTva: number; htCents: number; tvaCents: number; ttcCents: number }

type Headers = Record<string, string>
type Ordered = {
  id: string | number
  quantite: number
  prixUnitaireCents: number
  [further: string]: unknown
}

export const invoicePath = (ordreId: string) => `/api/v1/publique/commandes/${ordreId}/facture`

/** Returns the calls of tests about invoices. `key` is sent to operations that require one. */
export const createInvoiceActions = (shop: () => TestPlatform, key?: Headers) => {
  const read = (ordreId: string, headers: Headers = key ?? {}, query = '') =>
    shop().call<InvoiceAnswer>('GET', invoicePath(ordreId) + query, undefined, {
      accept: 'application/json',
      ...headers,
    })
  return {
    read,

    page: async (ordreId: string, headers: Headers = key ?? {}, query = '') =>
      shop().server.inject({
        method: 'GET',
        url: invoicePath(ordreId) + query,
        headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', ...headers },
      }),

    issued: (ordreId: string) =>
      eventually(`the invoice of ${ordreId} is issued`, async () => {
        const { status, body } = await read(ordreId)
        return status === 200 && body
      }),

    /** Places, pays and confirms an order. Returns its id and that of its payment. */
    async paid(articles: Ordered[], more: object = {}, headers: Headers = {}) {
      const { place, pay, transactionStatus } = createShopActions(shop(), key?.['x-api-key'])
      const { status, body } = await place(articles, more, headers)
      if (status !== 201) throw new Error(JSON.stringify(body))
      const { ordreId, montantTotalCents } = body
      const { transactionId, authorizationId } = (await pay(ordreId, montantTotalCents / 100)).response
      await eventually(
        'the payment is accepted',
        async () => (await transactionStatus(transactionId)) === 'accepte',
      )
      const amount = (montantTotalCents / 100).toFixed(2)
      const payment = { transactionId: String(transactionId), authorizationId, amount }
      const confirmed = await shop().call('POST', `/api/commandes/${ordreId}/confirmer-paiement`, payment)
      if (confirmed.status !== 200) throw new Error(JSON.stringify(confirmed.body))
      return { ordreId, transactionId }
    },
  }
}
