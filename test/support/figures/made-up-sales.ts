import { markConfirmed } from '../../../src/orders/confirming/store.ts'
import { queueRefunds } from '../../../src/orders/figures/store/events.ts'
import { insertOrders } from '../../../src/orders/store/orders.ts'
import { insertFreePayments, insertRefunds } from '../../../src/orders/store/payments.ts'
import type { Order } from '../../../src/orders/tables.ts'
import type { DatabasePool } from '../../../src/platform/database/database.ts'
import type { Random } from '../seeded-random.ts'

/** A generated sale with its refunds. */
export type Sale = { order: Order; at: Date; refunds: { cents: number; at: Date }[] }

const STORES = [1, 2, 3]
const PROMOTIONS = [11, 12, 13]
const HOUR = 3_600_000

/**
 * Returns functions that generate sales and refunds at random times around the given days, and store them with the SQL
 * of the orders area.
 */
export function createSalesGenerator(db: DatabasePool, random: Random, days: readonly string[]) {
  const sales: Sale[] = []
  let made = 0

  const moment = () => new Date(Date.parse(`${random.pick(days)}T00:00:00Z`) + random.next() * 26 * HOUR)

  function newOrder(createdAt: Date): Order {
    const id = ++made
    const lignes = Array.from({ length: 1 + random.below(4) }, (_, i) => ({
      articleId: String(1 + random.below(6)),
      nom: 'Lampe',
      categories: null,
      quantite: 1 + random.below(5),
      prixUnitaireCents: 1_000,
      totalCents: random.below(3) === 0 && i === 0 ? 0 : 100 * random.below(40),
      connu: random.below(5) > 0,
    }))
    const magasins = STORES.filter(() => random.below(2) === 0)
    const magasinId = random.below(4) === 0 ? random.pick(STORES) : null
    const remises = PROMOTIONS.filter(() => random.below(3) === 0).map(promotionId => ({
      ...{ promotionId, montantCents: 1 + random.below(500) },
    }))
    const free = random.below(10) === 0
    return {
      ...{ ordreId: `CMD-FIGURES-${id}`, statut: 'EN_ATTENTE', clientId: 'INVITE-1', prouve: true },
      montantTotalCents: free ? 0 : lignes.reduce((sum, { totalCents }) => sum + totalCents, 1),
      ...{ articles: [], lignes, remises: remises.length > 0 ? remises : null, codes: null },
      ...{
        adresseLivraison: {},
        clientInfo: {},
        transactionId: null,
        authorizationId: null,
        encaissements: 0,
        versionDestinataire: 0,
      },
      ...{
        reserveeJusque: null,
        reseau: null,
        prolongeableJusque: null,
        trackingNumber: null,
        conditionsLivraison: null,
        langue: 'fr',
      },
      ...{ livraison: magasinId === null ? 'domicile' : 'retrait', magasinId, magasins, createdAt },
      confirmeeLe: free ? createdAt : null,
    }
  }

  /** Stores a refund of an order's payment; sometimes it is reported twice. */
  async function refund(ordreId: string, { cents, at, paid }: { cents: number; at: Date; paid: boolean }) {
    const remboursementId = `R${++made}`
    const message = {
      remboursementId,
      ordreId,
      transactionId: `T-${ordreId}`,
      montantCents: cents,
      resteCents: 0,
    }
    for (let times = 1 + random.below(2); times > 0; times--)
      await db.transaction(async tx => {
        const fresh = await insertRefunds(tx, [message], at)
        if (paid) await queueRefunds(tx, fresh)
      })
    return { remboursementId, ordreId }
  }

  return {
    sales,

    /** Creates an order that is confirmed at once if it is free, otherwise later or never, sometimes after a refund. */
    async sell() {
      const placed = moment()
      const order = newOrder(placed)
      const { ordreId } = order
      await db.transaction(async tx => {
        await insertOrders(tx, [{ order, promotions: 1 }])
        if (order.confirmeeLe) await insertFreePayments(tx, [order])
      })
      if (order.confirmeeLe) return void sales.push({ order, at: placed, refunds: [] })
      const cents = 1 + random.below(order.montantTotalCents)
      const early = random.below(8) === 0 ? [await refund(ordreId, { cents, at: placed, paid: false })] : []
      if (random.below(6) === 0) return
      const at = new Date(placed.getTime() + random.next() * HOUR)
      await db.transaction(async tx => {
        const { encaissements, versionDestinataire } = order
        const transactionId = `T-${ordreId}`
        await markConfirmed(
          tx,
          [{ ordreId, transactionId, authorizationId: null, encaissements, versionDestinataire }],
          at,
        )
        await queueRefunds(tx, early)
      })
      sales.push({ order, at, refunds: early.map(() => ({ cents, at })) })
    },

    async refund() {
      const sale = sales.length > 0 ? random.pick(sales) : undefined
      if (!sale || sale.order.montantTotalCents === 0) return
      const at = new Date(sale.at.getTime() + random.next() * 72 * HOUR)
      const cents = 1 + random.below(sale.order.montantTotalCents)
      await refund(sale.order.ordreId, { cents, at, paid: true })
      sale.refunds.push({ cents, at })
    },

    /** Changes the stores that dispatch a random sale, which must not change its figures. */
    async moveStore() {
      const sale = sales.length > 0 ? random.pick(sales) : undefined
      if (sale)
        await db.pg.query(`update orders.commande set magasins = '{3,9}' where "ordreId" = $1`, [
          sale.order.ordreId,
        ])
    },
  }
}
