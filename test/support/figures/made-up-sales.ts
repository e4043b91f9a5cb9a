import { markConfirmed } from '../../../src/orders/confirming/store.ts'
import { queueRefunds } from '../../../src/orders/figures/store/events.ts'
import { finishReturn, insertReturn } from '../../../src/orders/returns/store.ts'
import { insertOrders } from '../../../src/orders/store/orders.ts'
import { insertFreePayments, insertRefunds } from '../../../src/orders/store/payments.ts'
import type { DeliveryTerms, Order } from '../../../src/orders/tables.ts'
import type { DatabasePool } from '../../../src/platform/database/database.ts'
import type { Random } from '../seeded-random.ts'

/** A generated sale with its refunds. */
export type Sale = { order: Order; at: Date; means: string; refunds: MadeRefund[] }
/** A refund; that of a return has the cents of its articles and, last, of its delivery. */
export type MadeRefund = { cents: number; at: Date; returned?: { articleId: string; montantCents: number }[] }

const STORES = [1, 2, 3]
const PROMOTIONS = [11, 12, 13]
const CATEGORIES = ['Maison', 'Maison > Éclairage', 'Jeux']
const SUPPLIERS = [
  { id: 7, nom: 'Ateliers Vermeil' },
  { id: 8, nom: 'Lampes d’Oc' },
]
const MEANS = ['carte_bancaire visa', 'carte_bancaire', 'especes']
const DELIVERY = 'livraison'
const HOUR = 3_600_000
const TERMS: Omit<DeliveryTerms, 'prixCents'> = {
  ...{ code: 'colis', nom: 'Colis', type: 'domicile', delaiJours: null, suiviUrl: null, tauxTva: null },
  ...{ remboursableCents: 0, promotionId: null, pointRelais: null },
}

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
    // Older orders have no prices after promotions and no delivery.
    const isOld = random.below(8) === 0
    const lignes = Array.from({ length: 1 + random.below(4) }, (_, i) => {
      const article = 1 + random.below(6)
      const connu = random.below(5) > 0
      const supplier = random.below(4) > 0 && SUPPLIERS[article % 2]
      return {
        ...{ articleId: String(article), nom: 'Lampe', connu, quantite: 1 + random.below(5) },
        categories: connu ? (CATEGORIES[article % 4] ?? null) : null,
        prixUnitaireCents: 1_000,
        ...(!isOld && { totalCents: random.below(3) === 0 && i === 0 ? 0 : random.below(4_000) }),
        ...(connu && supplier && { fournisseur: supplier }),
      }
    })
    const magasins = STORES.filter(() => random.below(2) === 0)
    const magasinId = random.below(4) === 0 ? random.pick(STORES) : null
    const remises = PROMOTIONS.filter(() => random.below(3) === 0).map(promotionId => ({
      ...{ promotionId, montantCents: 1 + random.below(500) },
    }))
    const free = random.below(10) === 0
    // A paid order is never free, whatever its lines cost.
    const delivery = free || isOld ? 0 : random.below(3) === 0 ? 499 : 1
    const goods = isOld
      ? 1 + random.below(9_000)
      : lignes.reduce((sum, line) => sum + (line.totalCents ?? 0), 0)
    return {
      ...{ ordreId: `CMD-FIGURES-${id}`, statut: 'EN_ATTENTE', clientId: 'INVITE-1', prouve: true },
      montantTotalCents: free ? 0 : goods + delivery,
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
        conditionsLivraison: { ...TERMS, prixCents: delivery },
        langue: 'fr',
      },
      ...{ livraison: magasinId === null ? 'domicile' : 'retrait', magasinId, magasins, createdAt },
      confirmeeLe: free ? createdAt : null,
    }
  }

  /** Stores a refund of an order's payment; sometimes it is reported twice. */
  async function refund(ordreId: string, { cents, at, returned, paid }: MadeRefund & { paid: boolean }) {
    const remboursementId = `R${++made}`
    if (returned) await insertFinishedReturn({ ordreId, remboursementId, cents, at, returned })
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

  async function insertFinishedReturn({
    ordreId,
    remboursementId,
    cents,
    at,
    returned,
  }: Required<MadeRefund> & { ordreId: string; remboursementId: string }) {
    const lines = returned.slice(0, -1).map(line => ({ ...line, quantite: 1 }))
    const livraisonCents = returned.at(-1)?.montantCents ?? 0
    await db.transaction(async tx => {
      const about = { motif: null, remisEnStock: false, transactionId: `T-${ordreId}`, retractationId: null }
      const { id } = await insertReturn(
        tx,
        { ordreId, montantCents: cents, livraisonCents, ...about },
        lines,
        at,
      )
      await finishReturn(tx, id, remboursementId, at)
    })
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
      if (order.confirmeeLe) return void sales.push({ order, at: placed, means: 'gratuit', refunds: [] })
      const cents = 1 + random.below(order.montantTotalCents)
      const early = random.below(8) === 0 ? [await refund(ordreId, { cents, at: placed, paid: false })] : []
      if (random.below(6) === 0) return
      const at = new Date(placed.getTime() + random.next() * HOUR)
      const means = random.pick(MEANS)
      await db.transaction(async tx => {
        const { encaissements, versionDestinataire } = order
        const transactionId = `T-${ordreId}`
        const paid = { ordreId, transactionId, authorizationId: null, encaissements, versionDestinataire }
        await markConfirmed(tx, [{ ...paid, moyenPaiement: means }], at)
        await queueRefunds(tx, early)
      })
      sales.push({ order, at, means, refunds: early.map(() => ({ cents, at })) })
    },

    /** Refunds a part of a random sale, sometimes for returned articles. */
    async refund() {
      const sale = sales.length > 0 ? random.pick(sales) : undefined
      if (!sale || sale.order.montantTotalCents === 0) return
      const at = new Date(sale.at.getTime() + random.next() * 72 * HOUR)
      const { ordreId, montantTotalCents, lignes } = sale.order
      const cents = 1 + random.below(montantTotalCents)
      const articles = [...new Set(lignes.map(({ articleId }) => articleId))].slice(0, 1 + random.below(2))
      const returned = [...articles, DELIVERY].map(articleId => ({
        ...{ articleId, montantCents: random.below(3) * 250 },
      }))
      const made = { cents, at, ...(random.below(2) === 0 && { returned }) }
      await refund(ordreId, { ...made, paid: true })
      sale.refunds.push(made)
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
