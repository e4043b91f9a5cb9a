import type { ScenarioClient } from './client.ts'
import type { Product } from './shop.ts'

/** What the customer does before paying. */

export type Customer = { email: string; clientId: string; bearer: { authorization: string } }

export async function register(client: ScenarioClient): Promise<Customer> {
  const email = `camille.${crypto.randomUUID().slice(0, 8)}@example.org`
  const account = await client.call<{ accessToken: string; clientId: string }>(
    201,
    'POST',
    '/api/auth/register',
    {
      email,
      motDePasse: 'un mot de passe de démonstration',
      prenom: 'Camille',
      nom: 'Martin',
    },
  )
  const path = `/api/publique/clients?email=${encodeURIComponent(email)}`
  const { data } = await client.call<{ data: { idClient: string }[] }>(200, 'GET', path)
  client.check(
    data[0]?.idClient === account.clientId,
    'loyalty knows the customer by the same identifier',
    data,
  )
  return { email, clientId: account.clientId, bearer: { authorization: `Bearer ${account.accessToken}` } }
}

export type Basket = { articles: object[]; quantity: number; totalCents: number }

/** Two of the product, once the ten per cent are taken off. */
export async function fillBasket(
  client: ScenarioClient,
  customer: Customer,
  product: Product,
): Promise<Basket> {
  const quantity = 2
  const articles = [
    { id: String(product.id), quantite: quantity, prixUnitaireCents: product.prixDeVenteCents },
  ]
  const reduced = Math.floor((quantity * product.prixDeVenteCents * 90 + 50) / 100)
  const { totalApresPromo } = await client.eventually<{ totalApresPromo: number }>(
    'the promotion is taken off',
    basket => basket.totalApresPromo <= reduced,
    'POST',
    '/api/publique/promotions/calculer-panier',
    { idClient: customer.clientId, articles },
  )
  return { articles, quantity, totalCents: totalApresPromo }
}

/** Gives the order's identifier. */
export async function placeOrder(
  client: ScenarioClient,
  customer: Customer,
  basket: Basket,
): Promise<string> {
  const order = await client.call<{ ordreId: string; statut: string }>(
    201,
    'POST',
    '/api/commandes',
    {
      clientId: customer.clientId,
      articles: basket.articles,
      montantTotalCents: basket.totalCents,
      adresseLivraison: { rue: '12 rue des Halles', codePostal: '59000', ville: 'Lille' },
      clientInfo: { prenom: 'Camille', nom: 'Martin', email: customer.email },
    },
    { ...customer.bearer, 'idempotency-key': crypto.randomUUID() },
  )
  client.check(order.statut === 'EN_ATTENTE', 'the order waits for its payment', order)
  return order.ordreId
}
