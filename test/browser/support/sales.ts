import assert from 'node:assert/strict'
import { createAfterSaleActions } from '../../support/after-sale.ts'
import { SEPARATE_CALLERS } from '../../support/callers.ts'
import { eventually } from '../../support/eventually.ts'
import { KEYS } from '../../support/guarded.ts'
import { LEGAL } from '../../support/invoices.ts'
import { createShopActions } from '../../support/shopping.ts'
import { openConsole } from './console.ts'

/** The shop issues invoices, and payments complete and are confirmed without delay. */
const SETTINGS = {
  ...SEPARATE_CALLERS,
  ...LEGAL,
  COMPTOIR_PAYMENT_DELAY_MS: '0',
  COMPTOIR_CONFIRM_DELAY_MS: '0',
}

let people = 0

/** Opens the console of a shop, and returns functions that create its customers and sales. */
export async function openSales(settings: Record<string, string> = {}) {
  const desk = await openConsole({ ...SETTINGS, ...settings })
  const after = createAfterSaleActions(desk.shop, KEYS.admin)
  const { placed, product, store, stock } = createShopActions(desk.shop, KEYS.admin['x-api-key'])
  const { id: storeId } = await store()

  /** Creates a loyalty customer with a unique e-mail address. */
  async function customer(prenom = 'Camille', nom = 'Martin') {
    const body = { prenom, nom, adresseMail: `${prenom}.${nom}.${++people}@example.org`.toLowerCase() }
    const made = await desk.shop.call<{ id: number; idClient: string }>(
      'POST',
      '/api/publique/clients',
      { ...body, telephone: '06 12 34 56 78' },
      KEYS.admin,
    )
    assert.equal(made.status, 201)
    return { ...body, ...made.body, name: `${prenom} ${nom}` }
  }

  /** Creates a paid order of two lamps at €29.90 and a cable at €9.95, in total €69.75, and waits for its invoice. */
  async function bought(client: Awaited<ReturnType<typeof customer>>) {
    const lamp = await product({
      nom: 'Lampe de bureau Halo, bras articulé, laiton',
      prixDeVenteCents: 2_990,
    })
    const cable = await product({ nom: 'Câble USB-C tressé 2 m', prixDeVenteCents: 995 })
    for (const { id } of [lamp, cable]) await stock(storeId, id, 20)
    const { prenom, nom, adresseMail: email, idClient: clientId } = client
    const order = await after.paidOrder(
      [
        { id: lamp.id, quantite: 2, prixUnitaireCents: 2_990 },
        { id: cable.id, quantite: 1, prixUnitaireCents: 995 },
      ],
      {
        clientId,
        clientInfo: { prenom, nom, email, telephone: '06 12 34 56 78' },
        adresseLivraison: { rue: '12 rue des Halles', codePostal: '59000', ville: 'Lille' },
      },
    )
    await eventually('the order has its invoice', async () => {
      const path = `/api/v1/privee/commandes/${order.ordreId}/dossier`
      const { body } = await desk.shop.call<{ pieces: unknown[] }>('GET', path, undefined, KEYS.admin)
      return body.pieces.length > 0
    })
    return order
  }

  /** Creates an unpaid order of one bulb. */
  async function unpaid({ prenom, nom, idClient: clientId }: Awaited<ReturnType<typeof customer>>) {
    const { id } = await product({ nom: 'Ampoule', prixDeVenteCents: 500 })
    return placed([{ id, quantite: 1, prixUnitaireCents: 500 }], { clientId, clientInfo: { prenom, nom } })
  }

  /** Moves the order through the statuses of a delivery, and waits until all events are consumed. */
  async function delivered(ordreId: string) {
    for (const status of ['EN_PREPARATION', 'EXPEDIEE', 'LIVREE']) await after.move(ordreId, status)
    await after.untilDrained()
  }
  return { ...desk, after, customer, bought, unpaid, delivered }
}
