import pg from 'pg'
import type { Random } from '../seeded-random.ts'

/** The queues whose messages report the life of an order to areas. */
const QUEUES = [
  'paiement.expedition-commande',
  'logistique.ordre-preparation',
  'logistique.statut-commande',
  'logistique.retour',
  'commandes.bordereaux',
  'fidelite.commande-livree',
  'fidelite.commande-payee',
  'fidelite.commande-remboursee',
  'fidelite.historique-commande',
  'fidelite.historique-remboursement',
]

/** Messages that are held back when sent, and then delivered late, some of them twice, in any order. */
export type DelayedMessages = {
  /** Delivers some of them. */
  letThrough(): Promise<void>
  /** Delivers all of them and returns their number; some remain held for another delivery. */
  letAllThrough(): Promise<number>
  close(): Promise<void>
}

const HOLD = `
  create schema lives;
  create table lives.held (like platform.outbox);
  create function lives.hold() returns trigger language plpgsql as $$
    begin
      if current_setting('lives.pass', true) = 'on' or not new.queue = any(tg_argv::text[]) then return new; end if;
      insert into lives.held values (new.*);
      return null;
    end $$;
  create trigger hold before insert on platform.outbox for each row execute function lives.hold(${QUEUES.map(queue => `'${queue}'`).join(', ')})`

const LET_THROUGH = `
  with passed as (delete from lives.held where id = any($1) returning *)
  insert into platform.outbox (queue, "messageId", "requestId", body, "createdAt")
  select queue, "messageId", "requestId", body, "createdAt" from unnest($1::bigint[]) with ordinality as turn (id, place)
  join passed using (id) order by place`

const AGAIN = `
  insert into platform.outbox (queue, "messageId", "requestId", body, "createdAt")
  select queue, "messageId", "requestId", body, "createdAt" from lives.held where id = any($1) order by id`

export async function delayMessages(
  databaseUrl: string,
  random: Random,
  onPassed: () => void,
): Promise<DelayedMessages> {
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  await db.query(HOLD)
  await db.query(`set lives.pass = 'on'`)
  const listHeld = async () =>
    (await db.query<{ id: string }>('select id from lives.held order by id')).rows.map(({ id }) => id)

  async function pass(ids: readonly string[]) {
    const shuffled = ids
      .map(id => ({ id, place: random.next() }))
      .sort((a, b) => a.place - b.place)
      .map(({ id }) => id)
    // Some are delivered twice: both times now, or once now and once later.
    const twice = shuffled.filter(() => random.next() < 0.2)
    await db.query(AGAIN, [twice])
    await db.query(LET_THROUGH, [shuffled.filter(id => !twice.includes(id) || random.next() < 0.5)])
    onPassed()
  }

  return {
    letThrough: async () => pass((await listHeld()).filter(() => random.next() < 0.4)),
    async letAllThrough() {
      const ids = await listHeld()
      if (ids.length > 0) await pass(ids)
      return ids.length
    },
    close: () => db.end(),
  }
}
