import assert from 'node:assert/strict'
import { eventually } from '../eventually.ts'
import { createShopActions } from '../shopping.ts'
import { count, people, type Rush } from './rush.ts'

const QUEUES = [
  // The confirmation of the order, and the receipt.
  ...['comptoir.courriels', 'comptoir.courriels'],
  ...['fidelite.commande-livree', 'fidelite.historique-commande'],
  ...['logistique.ordre-preparation', 'logistique.statut-commande'],
]

/** Installs a trigger that records every event, because the outbox deletes consumed ones. */
export const recordEvents = ({ query }: Rush) =>
  query(`
    create table public.announced (queue text, "ordreId" text);
    create function public.note_event() returns trigger language plpgsql as $$ begin
      insert into public.announced values (new.queue, new.body ->> 'ordreId');
      return new;
    end $$;
    create trigger note_event before insert on platform.outbox for each row execute function public.note_event()`)

/**
 * Creates and pays an order, then confirms and delivers it with `times` concurrent calls each. Checks that the
 * responses are equal and that each event and effect exists once.
 */
export async function repeatRequests(rush: Rush, times: number) {
  const { call, query } = rush
  const clientId = `CLI_${crypto.randomUUID().slice(0, 8).toUpperCase()}`
  const { status } = await call('POST', '/api/publique/clients', {
    ...{ idClient: clientId, nom: 'Lovelace', prenom: 'Ada', adresseMail: `${clientId}@example.org` },
  })
  assert.equal(status, 201)
  const { product, store, stock, placed, pay, transactionStatus, left } = createShopActions(rush)
  const { id } = await product()
  await stock((await store()).id, id, 5)
  const { ordreId } = await placed([{ id, quantite: 2, prixUnitaireCents: 1000 }], { clientId })
  const { transactionId, authorizationId } = (await pay(ordreId, 20)).response
  await eventually(
    'the payment is accepted',
    async () => (await transactionStatus(transactionId)) === 'accepte',
  )

  const path = `/api/commandes/${ordreId}`
  const payment = { transactionId: String(transactionId), authorizationId, amount: '20.00' }
  await together(() => call('POST', `${path}/confirmer-paiement`, payment))
  await together(() => call('PATCH', `${path}/statut`, { nouveauStatut: 'LIVREE' }))

  await eventually('every event is consumed', async () => (await count(rush, 'platform.outbox')) === 0)
  const announced = await query<{ queue: string }>(
    `select queue from public.announced where "ordreId" = $1 order by 1`,
    [ordreId],
  )
  assert.deepEqual(
    announced.map(({ queue }) => queue),
    QUEUES,
  )
  const ofOrder = (table: string) => count(rush, `${table} where "ordreId" = $1`, [ordreId])
  assert.equal(await ofOrder('logistics.bordereau'), 1)
  assert.equal(await left(id), 3)
  const history = await call<{ data: { quantity: number }[] }>(
    'GET',
    `/api/publique/client-buy-history/${clientId}`,
  )
  assert.deepEqual(
    history.body.data.map(({ quantity }) => quantity),
    [2],
  )
  const customer = await call<{ pointsFidelite: number }>('GET', `/api/privee/clients/${clientId}`)
  assert.equal(customer.body.pointsFidelite, 20)

  async function together(once: () => Promise<{ status: number; body: unknown }>) {
    const answers = await Promise.all(people(times).map(once))
    const [first] = answers
    assert.equal(first!.status, 200, JSON.stringify(first!.body))
    for (const answer of answers) assert.deepEqual([answer.status, answer.body], [200, first!.body])
  }
}
