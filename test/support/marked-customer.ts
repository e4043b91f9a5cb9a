import { randomBytes } from 'node:crypto'
import { createClient, type ServerClient } from '../../src/commands/http.ts'
import { eventually } from './eventually.ts'

/** A unique text for each field that a customer, or the shop about them, fills in. */
const MARKED = [
  'email',
  'prenom',
  'nom',
  'rue',
  'adresseLivraison',
  'clientInfo',
  'gravure',
  'cadeau',
  'titulaire',
  'porteur',
  'retour',
  'differe',
  'motif',
  'suivi',
  'commentaire',
  'note',
  'cle',
  'panne',
  'origine',
  'atelier',
  'source',
  'invite',
] as const
export type Marks = Record<(typeof MARKED)[number], string> & { telephone: string }

const newMarks = (): Marks => ({
  ...(Object.fromEntries(MARKED.map(what => [what, `zq${randomBytes(5).toString('hex')}${what}`])) as Marks),
  telephone: `+33 (0) ${BigInt(`0x${randomBytes(6).toString('hex')}`)}`,
})

export type MarkedCustomer = {
  marks: Marks
  /** The loyalty number; `clientId` is the identifier in the interface. */
  numero: number
  clientId: string
  userId: number
  accessToken: string
  ordreId: string
  transactionId: number
  promotionId: number
  ticketId: string
}

async function must<Body>(answer: Promise<{ status: number; body: Body; text: string }>): Promise<Body> {
  const { status, body, text } = await answer
  if (status >= 300) throw new Error(`${status} ${text}`)
  return body
}

/** Returns the actions of a customer, and of the shop for them, with a unique mark in every text. */
export function createMarkedShop(url: string, key?: string) {
  const server = createClient({ url, key })
  const post = <Body>(path: string, body: unknown, headers?: Record<string, string>) =>
    must(server.call<Body>('POST', path, { body, headers }))

  async function join(marks: Marks) {
    const email = `${marks.email}@example.org`
    const person = { prenom: marks.prenom, nom: marks.nom, telephone: marks.telephone, adresse: marks.rue }
    const client = await post<{ id: number; idClient: string }>('/api/publique/clients', {
      ...person,
      civilite: 'Mme',
      anniversaire: '1815-12-10',
      adresseMail: email,
    })
    const account = await post<{ userId: number; accessToken: string }>('/api/auth/register', {
      ...person,
      email,
      motDePasse: 'un mot de passe',
    })
    await server.call('POST', '/api/auth/login', { body: { email, motDePasse: 'un autre' } })
    return { email, numero: client.id, clientId: client.idClient, ...account }
  }

  async function order(clientId: string, marks: Marks) {
    const ean = String(BigInt(`0x${randomBytes(5).toString('hex')}`)).padStart(13, '2')
    const product = await post<{ id: number }>('/api/publique/produits', {
      ean,
      nom: 'Lampe',
      prixDeVenteCents: 1250,
    })
    const { ordreId } = await post<{ ordreId: string }>(
      '/api/commandes',
      {
        clientId,
        articles: [
          { id: product.id, quantite: 2, prixUnitaireCents: 1250, gravure: marks.gravure },
          { id: `hors-catalogue-${ean}`, quantite: 1, prixUnitaireCents: 100, nom: marks.cadeau },
        ],
        montantTotalCents: 2600,
        adresseLivraison: { rue: marks.adresseLivraison, etage: [{ code: marks.adresseLivraison }] },
        clientInfo: { note: marks.clientInfo },
      },
      { 'idempotency-key': marks.cle },
    )
    return ordreId
  }

  /** Places an order without the account; the shop cancels it. */
  async function orderAsGuest({ email, invite }: Marks) {
    const { ordreId } = await post<{ ordreId: string }>('/api/commandes', {
      clientId: `INVITE-${invite}`,
      articles: [{ id: 'hors-catalogue', quantite: 1, prixUnitaireCents: 100 }],
      montantTotalCents: 100,
      adresseLivraison: { rue: invite },
      clientInfo: { email: `${email}@EXAMPLE.org`, note: invite },
    })
    const body = { nouveauStatut: 'ANNULEE', commentaire: invite }
    await must(server.call('PATCH', `/api/commandes/${ordreId}/statut`, { body }))
  }

  async function repair(clientId: string, marks: Marks) {
    const ticketId = `SAV-${randomBytes(5).toString('hex')}`
    await post('/api/publique/fiche_reparation', {
      idClient: clientId,
      idProduit: `hors-catalogue ${marks.cadeau}`,
      ticketId,
      motif: marks.panne,
      origine: marks.origine,
      adresseClient: marks.atelier,
    })
    return ticketId
  }

  async function pay(ordreId: string, clientId: string, numero: number, marks: Marks) {
    await post('/api/publique/interface-paiement', {
      client: { id: clientId, nom: marks.titulaire, prenom: marks.prenom, clientFideliseId: numero },
      customerEmail: `${marks.email}@example.org`,
      amount: 26,
      orderId: ordreId,
      returnUrl: `https://shop.example/merci?client=${marks.retour}`,
      source: marks.source,
    })
    const { response } = await post<{ response: { transactionId: number; authorizationId: string } }>(
      '/api/private/create_paiement',
      {
        client: { id: clientId, nom: marks.nom, email: `${marks.email}@example.org` },
        montant: 26,
        devise: 'EUR',
        orderId: ordreId,
        typePaiement: 'achat',
        moyenPaiement: {
          type: 'carte_bancaire',
          cb: { cardNumber: '4242424242424242', expirationDate: '12/2040', cardHolderName: marks.porteur },
        },
        occurence_credit: 0,
        differe: { note: marks.differe },
        fidelise: numero,
        savePaymentMethod: true,
      },
    )
    return response
  }

  /** Withdraws from the order twice, of which staff refuse the second, and from an order that does not exist. */
  async function withdraw(ordreId: string, marks: Marks) {
    const declared = { nom: marks.nom, courriel: `${marks.email}@example.org` }
    for (const named of [ordreId, ordreId, `CMD-${marks.invite}`]) {
      const { jeton } = await post<{ jeton: string }>('/api/v1/publique/retractations', {
        ...{ ordreId: named, ...declared },
        articles: [{ id: `hors-catalogue-${marks.cadeau}`, quantite: 1 }],
      })
      await post(`/api/v1/publique/retractations/${jeton}/confirmations`, undefined)
    }
    await eventually('both withdrawals from the order are acknowledged', async () => {
      const mails = `/api/v1/privee/courriels?ordreId=${ordreId}`
      const { data } = (await server.call<{ data: { modele: string }[] }>('GET', mails)).body
      return data.filter(({ modele }) => modele === 'retractation').length === 2
    })
    const path = '/api/v1/privee/retractations'
    const { data } = (await server.call<{ data: { id: number; nom: string }[] }>('GET', path)).body
    const id = data.findLast(({ nom }) => nom === marks.nom)?.id
    await must(server.call('PATCH', `${path}/${id}`, { body: { statut: 'refusee', motif: marks.motif } }))
  }

  const setStatus = (ordreId: string, nouveauStatut: string, marks: Marks) =>
    must(
      server.call('PATCH', `/api/commandes/${ordreId}/statut`, {
        body: {
          nouveauStatut,
          trackingNumber: marks.suivi,
          commentaire: marks.commentaire,
          noteInterne: marks.note,
        },
      }),
    )

  return {
    server,
    /**
     * Creates a customer with an account, a confirmed order, a cancelled guest order, a repair and a personal
     * promotion. Waits until the history contains the confirmed order.
     */
    async customer(): Promise<MarkedCustomer> {
      const marks = newMarks()
      const { numero, clientId, userId, accessToken } = await join(marks)
      const ordreId = await order(clientId, marks)
      const { transactionId, authorizationId } = await pay(ordreId, clientId, numero, marks)
      await paid(server, transactionId)
      await post(`/api/commandes/${ordreId}/confirmer-paiement`, {
        transactionId: String(transactionId),
        authorizationId,
        amount: '26.00',
      })
      const { id: promotionId } = await post<{ id: number }>('/api/publique/promotions', {
        categoriePromotion: 'FIDELITE',
        typePromotion: 'POURCENTAGE',
        valeurPromotion: 10,
        uniteValeur: 'PERCENT',
        idClient: [clientId],
        dateDebut: '2020-01-01T00:00:00Z',
        dateFin: '2040-01-01T00:00:00Z',
      })
      await orderAsGuest(marks)
      const ticketId = await repair(clientId, marks)
      await eventually('the history has two purchases', async () => {
        const path = `/api/publique/client-buy-history/${numero}`
        return (await server.call<{ data: unknown[] }>('GET', path)).body.data.length === 2
      })
      return { marks, numero, clientId, userId, accessToken, ordreId, transactionId, promotionId, ticketId }
    },

    /** Delivers the order, withdraws from it, refunds a part, returns the repaired product, and waits for the points. */
    async delivered({ marks, numero, ordreId, transactionId, ticketId }: MarkedCustomer) {
      for (const [day, event] of ['ARRIVE_DEPOT', 'EXPEDIE_CLIENT'].entries())
        await post('/api/publique/events_reparation', {
          ticketId,
          event,
          at: `2026-09-0${day + 1}T08:00:00Z`,
        })
      await setStatus(ordreId, 'EXPEDIEE', marks)
      await setStatus(ordreId, 'LIVREE', marks)
      const path = `/api/v1/privee/commandes/${ordreId}`
      await must(server.call('PATCH', path, { body: { noteInterne: marks.note } }))
      await withdraw(ordreId, marks)
      await post('/api/publique/paiement/refund', {
        transactionId,
        montant: 5,
        motif: marks.motif,
        source: marks.source,
      })
      await eventually('the points are credited', async () => {
        const path = `/api/privee/clients/${numero}`
        return (await server.call<{ pointsFidelite: number }>('GET', path)).body.pointsFidelite === 21
      })
    },

    erased: (ref: string | number) =>
      eventually(
        'the erasure is done',
        async () => {
          const { body } = await server.call<Erasure>('GET', `/api/v1/privee/clients/${ref}/effacements`)
          return body.statut === 'termine' && body
        },
        40_000,
      ),
  }
}

export type Erasure = {
  id: number
  pseudonyme: string
  statut: string
  demandePar: string
  commandesInvite: number
  domaines: { domaine: string; lignes: number | null; faitLe: string | null }[]
}

const paid = (server: ServerClient, id: number) =>
  eventually('the payment is accepted', async () => {
    const { body } = await server.call<{ status: string }>('GET', `/api/private/transactions/${id}`)
    return body.status === 'accepte'
  })
