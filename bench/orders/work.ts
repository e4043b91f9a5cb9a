import { readFreeStock, reserveStock } from '../../src/logistics/reservations/store/reservations.ts'
import { markConfirmed } from '../../src/orders/confirming/store.ts'
import { findOrder, insertOrders } from '../../src/orders/store/orders.ts'
import type { Order } from '../../src/orders/tables.ts'
import { findTransaction } from '../../src/payments/store.ts'
import type { Database, Tx } from '../../src/platform/database/database.ts'
import { insertEvents } from '../../src/platform/events/store.ts'
import { findArticlesByReference } from '../../src/reference/products/store.ts'
import { CLIENT } from '../everyday/scenarios.ts'
import { SINK } from '../support/settled.ts'

export const STORE = 1
const HALF_AN_HOUR = 1_800_000

export const newOrder = (ordreId: string, productId: number, now: Date): Order => ({
  ordreId,
  statut: 'EN_ATTENTE',
  clientId: CLIENT,
  prouve: true,
  montantTotalCents: 1_000,
  articles: [{ id: String(productId), quantite: 1, prixUnitaireCents: 1_000 }],
  lignes: [
    {
      articleId: String(productId),
      nom: 'Lampe de bureau',
      categories: 'maison > lampes',
      quantite: 1,
      prixUnitaireCents: 1_000,
      totalCents: 1_000,
      connu: true,
    },
  ],
  remises: null,
  codes: null,
  langue: 'fr',
  adresseLivraison: { rue: '12 rue des Halles', codePostal: '59000', ville: 'Lille' },
  clientInfo: { prenom: 'Camille', nom: 'Martin', email: 'camille@example.org' },
  transactionId: null,
  authorizationId: null,
  encaissements: 0,
  versionDestinataire: 0,
  reserveeJusque: new Date(now.getTime() + HALF_AN_HOUR),
  reseau: null,
  prolongeableJusque: null,
  livraison: 'domicile',
  magasinId: null,
  magasins: [STORE],
  conditionsLivraison: null,
  trackingNumber: null,
  confirmeeLe: null,
  createdAt: now,
})

/** The stores' statements for an order of one article and its confirmation. */
export const work = {
  async lookUp(db: Database, productId: number) {
    await findArticlesByReference(db, [productId], [String(productId)])
    await readFreeStock(db, [productId])
  },

  reserve(tx: Tx, ordreId: string, productId: number, now: Date) {
    const expireLe = new Date(now.getTime() + HALF_AN_HOUR)
    return reserveStock(tx, [{ ordreId, expireLe, taken: [{ productId, storeId: STORE, quantite: 1 }] }], now)
  },

  keep: (tx: Tx, order: Order, promotions: number) => insertOrders(tx, [{ order, promotions }]),

  async readPaid(db: Database, ordreId: string, transactionId: number) {
    await findOrder(db, ordreId)
    await findTransaction(db, transactionId)
  },

  /** `eventId` is a uuid, used for both events. */
  async confirm(tx: Tx, order: Order, { id, eventId }: { id: string; eventId: string }, now: Date) {
    const { ordreId, lignes, adresseLivraison, encaissements, versionDestinataire } = order
    await markConfirmed(
      tx,
      [
        {
          ...{
            ordreId,
            transactionId: id,
            authorizationId: `AUTH-${id}`,
            encaissements,
            versionDestinataire,
          },
          moyenPaiement: 'carte_bancaire visa',
        },
      ],
      now,
    )
    const messages = [
      { ordreId, articles: lignes, adresseLivraison, timestamp: now },
      { ordreId, articles: lignes, transactionId: id, purchaseDate: now, timestamp: now },
    ]
    await insertEvents(
      tx,
      messages.map(body => ({ id: eventId, queue: SINK, requestId: eventId, body })),
      now,
    )
  },
}
