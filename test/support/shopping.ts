import { randomBytes } from 'node:crypto'
import type { Answer, TestPlatform } from './platform.ts'

export type Problem = { statusCode: number; message: string; code: string }
export type PlacedOrder = { ordreId: string; statut: string; montantTotalCents: number; createdAt: string }
export type Product = { id: number; ean: string; prixDeVenteCents: number }
type Article = {
  id: string | number
  quantite: number
  prixUnitaireCents: number
  [further: string]: unknown
}

export const CARDS = {
  accepted: '4242424242424242',
  refused: '4000000000000002',
  cancelled: '4000000000000259',
}

const digits = () => String(BigInt(`0x${randomBytes(5).toString('hex')}`)).padStart(13, '2')

async function must<Body>(answer: Promise<Answer<Body>>): Promise<Body> {
  const { status, body } = await answer
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}

/**
 * Returns the actions of a shop, its staff and customers, over HTTP, which throw if refused, except `place` and `read`.
 * `order` only builds the body of an order.
 */
export const createShopActions = ({ call }: Pick<TestPlatform, 'call'>, key?: string) => {
  const headers: Record<string, string> = key ? { 'x-api-key': key } : {}
  const order = (articles: Article[], more: object = {}) => ({
    clientId: 'CLI_0A1B2C3D',
    articles,
    montantTotalCents: articles.reduce((sum, line) => sum + line.quantite * line.prixUnitaireCents, 0),
    adresseLivraison: { rue: '1 rue de la Paix', ville: 'Paris' },
    clientInfo: { prenom: 'Ada' },
    ...more,
  })
  const product = (fields: object = {}) =>
    must(
      call<Product>(
        'POST',
        '/api/publique/produits',
        { ean: digits(), nom: 'Lampe', prixDeVenteCents: 1000, ...fields },
        headers,
      ),
    )
  const stock = (storeId: number, productId: number, quantity: number) =>
    must(call('PATCH', `/api/v1/privee/stocks/${storeId}/${productId}`, { quantity }, headers))

  return {
    ...{ order, product, stock },

    store: () =>
      must(
        call<{ id: number }>('POST', '/api/publique/magasins', { nom: 'Centre', adresse: 'Ici' }, headers),
      ),

    /** Creates a product at €10 with this quantity in stock; `line` is an article of it. */
    async stocked(storeId: number, quantity: number) {
      const created = await product()
      await stock(storeId, created.id, quantity)
      return {
        ...created,
        line: (quantite = 1) => ({ id: created.id, quantite, prixUnitaireCents: 1000 }),
      }
    },

    left: async (productId: number) =>
      (await must(call<{ quantity: number }[]>('GET', `/api/publique/reserve/${productId}`)))[0]?.quantity,

    place: (articles: Article[], more?: object, given?: Record<string, string>) =>
      call<PlacedOrder & Problem>('POST', '/api/commandes', order(articles, more), given),

    placed: (articles: Article[], more?: object) =>
      must(call<PlacedOrder>('POST', '/api/commandes', order(articles, more))),

    pay: (ordreId: string | undefined, montant: number, cardNumber = CARDS.accepted) =>
      must(
        call<{ response: { transactionId: number; authorizationId: string } }>(
          'POST',
          '/api/private/create_paiement',
          {
            client: { id: 'CLI_0A1B2C3D', nom: 'Lovelace', email: 'ada@example.org' },
            montant,
            devise: 'EUR',
            orderId: ordreId,
            typePaiement: 'achat',
            moyenPaiement: {
              type: 'carte_bancaire',
              cb: { cardNumber, expirationDate: '12/40', cardHolderName: 'Ada Lovelace' },
            },
            occurence_credit: 0,
            differe: null,
            fidelise: 0,
            savePaymentMethod: false,
          },
          headers,
        ),
      ),

    transactionStatus: async (id: number) =>
      (
        await must(
          call<{ status: string }>('GET', `/api/publique/transaction-status/${id}`, undefined, headers),
        )
      ).status,

    read: async (ordreId: string) =>
      (await call<{ statut: string; transactionId: string | null }>('GET', `/api/commandes/${ordreId}`)).body,
  }
}
