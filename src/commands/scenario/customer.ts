import type { Shapes } from '../../../clients/typescript/src/index.ts'
import type { ScenarioClient } from './client.ts'
import type { Product } from './shop.ts'

/** What the customer does before paying. */

export type Customer = { email: string; clientId: string }

export async function register(client: ScenarioClient): Promise<Customer> {
  const email = `camille.${crypto.randomUUID().slice(0, 8)}@example.org`
  const { accessToken, clientId } = await client.call(201, api =>
    api.POST('/api/auth/register', {
      body: { email, motDePasse: 'un mot de passe de démonstration', prenom: 'Camille', nom: 'Martin' },
    }),
  )
  client.token = accessToken
  const { data } = await client.call(200, api =>
    api.GET('/api/publique/clients', { params: { query: { email } } }),
  )
  client.check(data[0]?.idClient === clientId, 'loyalty knows the customer by the same identifier', data)
  return { email, clientId }
}

export type Basket = { articles: Shapes['Article'][]; quantity: number; totalCents: number }

/** Two of the product, once the ten per cent are taken off. */
export async function fillBasket(
  client: ScenarioClient,
  { clientId: idClient }: Customer,
  product: Product,
): Promise<Basket> {
  const quantity = 2
  const articles = [
    { id: String(product.id), quantite: quantity, prixUnitaireCents: product.prixDeVenteCents },
  ]
  const reduced = Math.floor((quantity * product.prixDeVenteCents * 90 + 50) / 100)
  const { totalApresPromo } = await client.eventually(
    'the promotion is taken off',
    api => api.POST('/api/publique/promotions/calculer-panier', { body: { idClient, articles } }),
    basket => basket.totalApresPromo <= reduced,
  )
  return { articles, quantity, totalCents: totalApresPromo }
}

/** Gives the order's identifier. */
export async function placeOrder(
  client: ScenarioClient,
  { clientId, email }: Customer,
  { articles, totalCents }: Basket,
): Promise<string> {
  const order = await client.call(201, api =>
    api.POST('/api/commandes', {
      params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
      body: {
        clientId,
        articles,
        montantTotalCents: totalCents,
        adresseLivraison: { rue: '12 rue des Halles', codePostal: '59000', ville: 'Lille' },
        clientInfo: { prenom: 'Camille', nom: 'Martin', email },
      },
    }),
  )
  client.check(order.statut === 'EN_ATTENTE', 'the order waits for its payment', order)
  return order.ordreId
}
