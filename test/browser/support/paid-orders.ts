import { eventually } from '../../support/eventually.ts'
import { KEYS } from '../../support/guarded.ts'
import type { TestPlatform } from '../../support/platform.ts'
import { createShopActions } from '../../support/shopping.ts'

type Slip = { id: number; numero: string; statut: string; trackingNumber: string | null }

const ADDRESS = {
  ...{ prenom: 'Camille', nom: 'Martin', rue: '12 rue des Halles', complement: 'Bâtiment B' },
  ...{ codePostal: '59000', ville: 'Lille' },
}

/** Returns functions that create paid orders, whose slips wait in a store, and read them. */
export function createOrderActions(shop: TestPlatform) {
  const key = KEYS.admin['x-api-key']
  const { product, placed, pay } = createShopActions(shop, key)
  const staff = <Body>(method: 'GET' | 'POST' | 'PATCH', url: string, body?: unknown) =>
    shop.call<Body>(method, url, body, KEYS.admin)

  const slipsOf = async (ordreId: string) =>
    (await staff<Slip[]>('GET', `/api/publique/bordereau?ordreId=${ordreId}`)).body

  return {
    slipsOf,

    store: async (nom: string) =>
      (await staff<{ id: number }>('POST', '/api/publique/magasins', { nom, adresse: 'Ici' })).body.id,

    orderStatus: async (ordreId: string) =>
      (await staff<{ statut: string }>('GET', `/api/commandes/${ordreId}`)).body.statut,

    /** Creates products with these names in the store's stock, and a paid order of one of each; waits for its slip. */
    async order(storeId: number, names: readonly string[], more: object = {}) {
      const articles = await Promise.all(
        names.map(async nom => {
          const { id, prixDeVenteCents } = await product({ nom })
          await createShopActions(shop, key).stock(storeId, id, 5)
          return { id, quantite: 1, prixUnitaireCents: prixDeVenteCents }
        }),
      )
      const { ordreId, montantTotalCents } = await placed(articles, { adresseLivraison: ADDRESS, ...more })
      const { response } = await pay(ordreId, montantTotalCents / 100)
      await eventually('the payment is confirmed', async () => {
        const { status } = await staff('POST', `/api/commandes/${ordreId}/confirmer-paiement`, {
          transactionId: String(response.transactionId),
          authorizationId: response.authorizationId,
          amount: (montantTotalCents / 100).toFixed(2),
        })
        return status === 200
      })
      const [slip] = await eventually('the order has its slip', async () => {
        const found = await slipsOf(ordreId)
        return found.length > 0 && found
      })
      return { ordreId, slip: slip as Slip }
    },
  }
}
