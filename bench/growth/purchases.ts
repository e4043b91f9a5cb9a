import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { cardPayment } from '../../test/support/payments.ts'
import { at, words } from '../support/data.ts'
import { type Figures, figuresOf } from '../support/measure.ts'
import { percentiles } from '../support/statistics.ts'

const PRODUCTS = 50
const CUSTOMERS = 20
const POLL_MS = 50

type Answer = { status: number; body: Record<string, unknown> }

/** A minimal client with keep-alive connections: processor time that it uses is not available to the platform. */
function client(base: string) {
  const agent = new Agent({ keepAlive: true })
  return (method: string, path: string, body?: unknown) =>
    new Promise<Answer>((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body)
      const headers = text === undefined ? {} : { 'content-type': 'application/json' }
      const sending = request(`${base}${path}`, { method, agent, headers }, answer => {
        let told = ''
        answer.setEncoding('utf8')
        answer.on('data', part => (told += part))
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, body: told ? JSON.parse(told) : {} }),
        )
      })
      sending.on('error', reject)
      sending.end(text)
    })
}

/** Fills a small shop over the interface; returns a function that runs purchases. */
export async function openShop(base: string) {
  const ask = client(base)
  async function must(method: string, path: string, body?: unknown) {
    const { status, body: answer } = await ask(method, path, body)
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`)
    return answer
  }
  const { id: storeId } = await must('POST', '/api/publique/magasins', {
    nom: 'Banc',
    adresse: '1 rue du Banc',
  })
  const products: number[] = []
  for (let i = 0; i < PRODUCTS; i++) {
    const ean = String(2_000_000_000_000 + i)
    const { id } = await must('POST', '/api/publique/produits', {
      ean,
      nom: `Lampe ${i}`,
      prixDeVenteCents: 4_990,
    })
    await must('PATCH', `/api/v1/privee/stocks/${storeId}/${id}`, { quantity: 1_000_000 })
    products.push(Number(id))
  }
  const customers: string[] = []
  for (let i = 0; i < CUSTOMERS; i++) {
    const adresseMail = `camille.${i}@example.org`
    const { idClient } = await must('POST', '/api/publique/clients', {
      nom: 'Martin',
      prenom: 'Camille',
      adresseMail,
    })
    customers.push(String(idClient))
  }
  while (Number((await must('GET', '/api/products/stats')).totalProducts) < PRODUCTS) await sleep(50)

  /** One purchase: search, view, basket, order, card payment, confirmation, delivery. */
  async function buy(i: number) {
    const [clientId, id] = [at(customers, i), at(products, i)]
    const articles = [{ id: String(id), quantite: 1, prixUnitaireCents: 4_990 }]
    await must('GET', `/api/products?search=${encodeURIComponent(at(words, i))}`)
    await must('GET', `/api/publique/produits/${id}`)
    await must('POST', '/api/publique/promotions/calculer-panier', { idClient: clientId, articles })
    const { ordreId } = await must('POST', '/api/commandes', {
      ...{ clientId, articles, montantTotalCents: 4_990, clientInfo: { prenom: 'Camille', nom: 'Martin' } },
      adresseLivraison: { rue: '12 rue des Halles', codePostal: '59000', ville: 'Lille' },
    })
    const paid = await must(
      'POST',
      '/api/private/create_paiement',
      cardPayment({ orderId: String(ordreId), montant: 49.9, clientId }),
    )
    const { transactionId, authorizationId } = paid.response as Record<string, unknown>
    while ((await must('GET', `/api/publique/transaction-status/${transactionId}`)).status === 'en_attente')
      await sleep(POLL_MS)
    await must('POST', `/api/commandes/${ordreId}/confirmer-paiement`, {
      transactionId,
      authorizationId,
      amount: '49.90',
    })
    await must('PATCH', `/api/commandes/${ordreId}/statut`, { nouveauStatut: 'LIVREE' })
  }

  let next = 0
  /** Each buyer makes one purchase after another, and completes the one in progress when the time is over. */
  return async (seconds: number, buyers: number): Promise<Figures & { bought: number }> => {
    const times: number[] = []
    const began = performance.now()
    await Promise.all(
      Array.from({ length: buyers }, async () => {
        while (performance.now() - began < seconds * 1_000) {
          const start = performance.now()
          await buy(next++)
          times.push(performance.now() - start)
        }
      }),
    )
    const took = (performance.now() - began) / 1_000
    return { ...figuresOf(times.length, took), times: percentiles(times), bought: times.length }
  }
}
