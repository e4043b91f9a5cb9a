import { randomBytes } from 'node:crypto'
import { createClient } from '../../src/commands/http.ts'
import { extractCsrf } from '../support/payment-page.ts'
import type { Answer } from './client.ts'
import { subjectOf } from './meanings.ts'
import { RAW } from './odd.ts'

/** The existing records of one customer, by the names that calls use. */
type Story = Map<string, string>

const LIVES = 8

type Records = Record<string, unknown>

const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

/** Response fields, and the names under which a story stores them. */
const ALIASES: Record<string, string> = { orderId: 'ordreId', paymentIntentId: 'intention' }
const KNOWN = [
  ...[
    'ordreId',
    'orderId',
    'transactionId',
    'authorizationId',
    'paymentIntentId',
    'clientSecret',
    'accessToken',
  ],
  ...['userId', 'idClient', 'clientId', 'ticketId', 'ean', 'codeFournisseur'],
]

/** Returns functions that create stories, whose records calls refer to, and that fill in their values. */
export function createStories({ url, key }: { url: string; key: string | undefined }) {
  const stories: Story[] = []
  const server = createClient({ url, key })
  let counter = Number(BigInt(`0x${randomBytes(5).toString('hex')}`) % 900_000_000n) * 1_000

  const storyAt = (index: number) => stories[index % stories.length] ?? new Map<string, string>()

  async function must<Body = Records>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) {
    const answer = await server.call<Body>(method, path, { body, headers })
    if (answer.status >= 400)
      throw new Error(`${method} ${path} ${JSON.stringify(body)}: ${answer.status} ${answer.text}`)
    return answer
  }

  /** Creates a customer with an account, a product in a store, an unpaid and a paid order, and related records. */
  async function createStory(): Promise<Story> {
    const story: Story = new Map()
    const store = (name: string, value: unknown) => void story.set(name, String(value))
    const make = async (name: string, path: string, body: object) => {
      const answer = await must('POST', path, body)
      const [first] = Array.isArray(answer.body.data) ? (answer.body.data as Records[]) : []
      store(name, answer.body.id ?? first?.id)
      return answer.body
    }
    const number = String(counter++)
    const email = `fuzz.${number}@example.org`
    const days = { dateDebut: '2020-01-01T00:00:00Z', dateFin: '2020-02-01T00:00:00Z' }

    const account = await must('POST', '/api/auth/register', {
      ...{ email, motDePasse: 'un mot de passe', prenom: 'Ada', nom: 'Lovelace' },
    })
    store('email', email)
    learn(story, '', account.body)
    const known = { nom: 'Lovelace', prenom: 'Ada', adresseMail: `seule.${email}` }
    const alone = await must('POST', '/api/publique/clients', known)
    store('sansCompte', known.adresseMail)
    store('clientSansCompte', alone.body.idClient)
    const found = await must<{ data: { id: number }[] }>('GET', `/api/publique/clients?email=${email}`)
    store('client', found.body.data[0]?.id)

    await make('fournisseur', '/api/publique/fournisseurs', {
      ...{ nomLegal: 'Lampes', codeFournisseur: `F${number}`, adresse: 'Ici' },
      ...{ email: 'a@example.org', statutContractuel: 'valide', statut: 'actif' },
    })
    await make('entrepot', '/api/publique/entrepots', {
      nom: 'Nord',
      adresse: 'Ici',
      typeEntrepot: 'generaliste',
    })
    const magasin = await make('magasin', '/api/publique/magasins', { nom: 'Centre', adresse: 'Ici' })
    const product = { ean: number.padStart(13, '2'), nom: 'Lampe', prixDeVenteCents: 1000 }
    const { id } = await make('produit', '/api/publique/produits', product)
    store('ean', product.ean)
    await must('PATCH', `/api/v1/privee/stocks/${magasin.id}/${id}`, { quantity: 1_000 })
    await make('promotion', '/api/publique/data', {
      ...{ categoriePromotion: 'PRODUIT', typePromotion: 'POURCENTAGE', valeurPromotion: 1 },
      ...{ uniteValeur: 'PERCENT', ...days },
    })
    await must('POST', `/api/publique/produits/${id}/fournisseurs`, {
      ...{ fournisseurId: Number(story.get('fournisseur')), prixFournisseurCents: 500 },
    })
    await make('achat', '/api/privee/client-buy-history', {
      ...{ clientId: story.get('clientId'), purchaseDate: '2026-11-22' },
      purchases: [
        { articleId: String(id), articleName: 'Lampe', unitPrice: 1000, quantity: 1, category: 'maison' },
      ],
    })
    store('ticketId', `ticket-${number}`)
    await make('fiche', '/api/publique/fiche_reparation', {
      ...{ idClient: story.get('clientId'), idProduit: String(id), ticketId: `ticket-${number}` },
      ...{ motif: 'Cassé', origine: 'magasin', adresseClient: 'Ici' },
    })

    await endPromotions(id, story.get('clientId'))
    const order = {
      clientId: story.get('clientId'),
      articles: [{ id: String(id), quantite: 1, prixUnitaireCents: 1000 }],
      montantTotalCents: 1000,
      adresseLivraison: { ville: 'Paris' },
      clientInfo: { prenom: 'Ada' },
    }
    const authorization = `Bearer ${story.get('accessToken')}`
    const paid = (await must('POST', '/api/commandes', order, { authorization })).body
    const payment = (await must('POST', '/api/private/create_paiement', paymentOf(story, paid.ordreId))).body
    learn(story, '', payment.response as Records)
    store('ordreId', paid.ordreId)
    const payable = (await must('POST', '/api/commandes', order, { authorization })).body
    store('payable', payable.ordreId)
    const link = await must('POST', '/api/publique/interface-paiement', {
      ...{ client: { id: story.get('clientId') }, amount: 10, orderId: payable.ordreId },
      returnUrl: 'https://boutique.example/merci',
    })
    learn(story, '', link.body)
    learn(story, '', (await must('GET', `/paiement/${story.get('lien')}`)).text)
    const intent = await must('POST', '/api/private/provider/create-payment-intent', { amount: 1000 })
    learn(story, '', intent.body)
    return story
  }

  /** Deletes all promotions if one, which another call may have created, changes the price of the product. */
  async function endPromotions(id: unknown, idClient: string | undefined) {
    const articles = [{ id: String(id), quantite: 1, prixUnitaireCents: 1000 }]
    const basket = await must('POST', '/api/publique/promotions/calculer-panier', { idClient, articles })
    if (basket.body.totalApresPromo === 1000) return
    const { body } = await must<{ id: number; dateSuppression: unknown }[]>('GET', '/api/publique/data')
    for (const promotion of body.filter(({ dateSuppression }) => dateSuppression === null))
      await must('DELETE', `/api/publique/data/${promotion.id}`)
  }

  /** Stores values of a response for later calls, under names that begin with `prefix`. */
  function learn(story: Story, prefix: '' | 'last.', body: unknown, noun?: string) {
    const store = (name: string, value: string | undefined) => {
      if (value !== undefined) story.set(prefix + name, value)
    }
    if (typeof body === 'string') {
      if (extractCsrf(body)) store('csrf', extractCsrf(body))
      store('carte', /name="carte" value="(\d+)"/.exec(body)?.[1])
    }
    if (typeof body !== 'object' || body === null) return
    const records = body as Records
    for (const name of KNOWN) store(ALIASES[name] ?? name, textOf(records[name]))
    store('lien', /\/paiement\/([\w-]+)/.exec(JSON.stringify(body))?.[1])
    const [first] = Array.isArray(records.data) ? (records.data as Records[]) : []
    if (noun) store(noun, textOf(records.id ?? first?.id))
    if (typeof records.response === 'object') learn(story, prefix, records.response)
  }

  const lookUp = (index: number, path: string, asked: string): string => {
    if (asked === 'new') return String(counter++)
    if (asked === 'byte') return String(counter++ % 251)
    if (asked.startsWith('raw.')) return RAW[asked.slice('raw.'.length)]?.() ?? 'null'
    const [name = '', story] = asked.startsWith('other.')
      ? [asked.slice('other.'.length), storyAt(index + 1)]
      : [asked, storyAt(index)]
    const own = name.replace('self', subjectOf(path))
    return story.get(own) ?? story.get(`last.${own}`) ?? story.get(own.replace('last.', '')) ?? '1'
  }

  return {
    /** Creates `count` stories; beyond eight stories, each replaces the oldest. */
    async renew(count = LIVES) {
      for (let i = 0; i < count; i++) {
        if (stories.length >= LIVES) stories.shift()
        stories.push(await createStory())
      }
    },
    tokenOf: (index: number) => storyAt(index).get('accessToken') ?? 'aucun',
    /** Fills in the placeholders of a text from a story. */
    fill: (text: string, index: number, path: string) =>
      text.replaceAll(/~#?([\w.]+)~/g, (_, name: string) => lookUp(index, path, name)),
    /** Fills in the placeholders of JSON. Replaces `"~#name~"` and `"~raw.name~"` including their quotes. */
    fillJson: (text: string, index: number, path: string) =>
      text
        .replaceAll(/"~(#|raw\.)([\w.]+)~"/g, (_, kind: string, name: string) =>
          kind === '#' ? numberIn(lookUp(index, path, name)) : lookUp(index, path, `raw.${name}`),
        )
        .replaceAll(/~#?([\w.]+)~/g, (_, name: string) => lookUp(index, path, name)),
    fillUrl: (text: string, index: number, path: string) =>
      text.replaceAll(/~#?([\w.]+)~/g, (_, name: string) => encodeURIComponent(lookUp(index, path, name))),
    learn: (index: number, path: string, { json, text }: Answer) =>
      learn(storyAt(index), 'last.', json ?? text, subjectOf(path)),
  }
}

export type Stories = ReturnType<typeof createStories>

const numberIn = (value: string) => (/^\d{1,15}$/.test(value) ? value : '1')

const paymentOf = (story: Story, orderId: unknown) => ({
  client: { id: story.get('clientId'), nom: 'Ada Lovelace', email: story.get('email') },
  ...{
    montant: 10,
    devise: 'EUR',
    orderId,
    typePaiement: 'achat',
    occurence_credit: 0,
    differe: null,
    fidelise: 0,
  },
  moyenPaiement: {
    type: 'carte_bancaire',
    cb: { cardNumber: '4242424242424242', expirationDate: '12/40', cardHolderName: 'Ada Lovelace' },
  },
  savePaymentMethod: true,
})
