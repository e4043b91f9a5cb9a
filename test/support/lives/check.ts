import assert from 'node:assert/strict'
import { sql } from '../../../src/platform/database/sql.ts'
import type { TestPlatform } from '../platform.ts'
import type { Life } from './live.ts'

type Row = {
  ordreId: string
  clientId: string
  statut: string
  montantTotalCents: number
  transactionId: string | null
  confirmee: boolean
  livree: boolean
  expediee: boolean
  paid: number
  refunded: number
  accepted: number
  refunds: number
  history: number | null
  reservation: string | null
  slips: { storeId: number | null; statut: string; units: number; held: number }[]
  taken: number
  returned: number
  invoiced: number | null
  credited: number
}

/** The data of all areas about each order, side by side. */
const read = (ids: string[]) => sql<Row>`
  select o."ordreId", o."clientId", o.statut, o."montantTotalCents", o."transactionId",
    o."confirmeeLe" is not null as confirmee, o."livreeLe" is not null as livree, o."expedieeLe" is not null as expediee,
    coalesce((select sum("montantCents") from payments.transaction t where t.id::text = o."transactionId"), 0)::bigint as paid,
    coalesce((select sum("montantCents") from payments.transaction t where t."rembourseId"::text = o."transactionId"), 0)::bigint as refunded,
    (select coalesce(sum("montantCents"), 0) from payments.transaction t
      where t."orderId" = o."ordreId" and "rembourseId" is null and status = 'accepte')::bigint as accepted,
    (select coalesce(sum("montantCents"), 0) from payments.transaction t
      where t."orderId" = o."ordreId" and "rembourseId" is not null)::bigint as refunds,
    (select sum("totalAmount") from purchases.achat a where a."ordreId" = o."ordreId" and "deletedAt" is null)::bigint as history,
    (select statut from logistics.reservation r where r."ordreId" = o."ordreId") as reservation,
    (select coalesce(json_agg(json_build_object('storeId', b."storeId", 'statut', b.statut,
        'units', (select sum((a->>'quantite')::bigint) from json_array_elements(b.articles) a),
        'held', (select coalesce(sum((a->>'quantite')::bigint), 0) from json_array_elements(b.articles) a
          where a->>'storeId' is not null))), '[]')
      from logistics.bordereau b where b."ordreId" = o."ordreId") as slips,
    (select coalesce(sum(quantite), 0) from logistics.ligne l where l."ordreId" = o."ordreId")::bigint as taken,
    (select coalesce(sum((a->>'quantite')::bigint), 0) from logistics.retour r, json_array_elements(r.articles) a
      where r."ordreId" = o."ordreId" and exists (
        select from logistics.stock s where s."productId"::text = a->>'id'))::bigint as returned,
    (select sum((contenu->'totaux'->>'ttcCents')::bigint) from orders.piece p
      where p."ordreId" = o."ordreId" and nature = 'facture')::bigint as invoiced,
    (select coalesce(sum((contenu->'totaux'->>'ttcCents')::bigint), 0) from orders.piece p
      where p."ordreId" = o."ordreId" and nature = 'avoir')::bigint as credited
  from orders.commande o where o."ordreId" = any(${ids})`

const PLACES: Record<string, number> = { EN_ATTENTE: 0, EN_PREPARATION: 1, EXPEDIEE: 2, LIVREE: 3 }
const OF_SLIP: Record<string, number> = { a_preparer: 0, incomplet: 0, prepare: 1, expedie: 2, livre: 3 }

/** Checks what must be true of every order, and of the stocks, once all events and jobs are done. */
export async function checkLives(shop: TestPlatform, lives: readonly Life[]) {
  const byId = new Map(lives.map(life => [life.ordreId, life]))
  const rows = await shop.platform.db.rows(read([...byId.keys()]))
  assert.equal(rows.length, byId.size)
  for (const row of rows) {
    const life = byId.get(row.ordreId)
    try {
      await checkOne(shop, row, life as Life)
    } catch (error) {
      throw new Error(
        `${(error as Error).message}\n${JSON.stringify(row, null, 1)}\n${life?.calls.join('\n')}`,
      )
    }
  }
  await checkStocks(shop)
}

async function checkOne(shop: TestPlatform, row: Row, { client }: Life) {
  const { montantTotalCents, paid, refunded, confirmee, livree, statut } = row
  // Accepted payments are retained or refunded; those other than the confirming one are refunded in full.
  assert.ok(row.refunds <= row.accepted, 'refunded more than paid')
  if (confirmee && montantTotalCents > 0)
    assert.equal(paid, montantTotalCents, 'confirmed without being paid')
  if (statut === 'ANNULEE' && !confirmee) assert.equal(row.accepted, row.refunds, 'paid a cancelled order')
  assert.equal(
    row.accepted - paid,
    row.refunds - refunded,
    'another payment than the confirming one was captured',
  )
  const retained = paid - refunded

  const { body: shown } = await shop.call<{ paiement: object }>('GET', `/api/commandes/${row.ordreId}`)
  if (confirmee && montantTotalCents > 0) {
    const state = refunded === 0 ? 'paye' : retained === 0 ? 'rembourse' : 'rembourse_en_partie'
    assert.deepEqual(shown.paiement, { statut: state, payeCents: paid, rembourseCents: refunded })
  }

  const { body: loyal } = await shop.call<{ pointsFidelite: number }>(
    'GET',
    `/api/publique/clients/${client.id}`,
  )
  assert.equal(loyal.pointsFidelite, livree ? Math.floor(retained / 100) : 0, 'points')

  const inHistory = confirmee && (montantTotalCents === 0 || retained > 0)
  assert.equal(row.history, inHistory ? montantTotalCents : null, 'history')

  const hasInvoice = confirmee && montantTotalCents > 0
  assert.equal(row.invoiced, hasInvoice ? montantTotalCents : null, 'invoice')
  assert.equal(row.credited, hasInvoice ? refunded : 0, 'credit notes')

  checkSlips(row)
}

function checkSlips({ statut, confirmee, expediee, slips, taken, returned, reservation }: Row) {
  if (!confirmee) {
    assert.deepEqual(slips, [], 'slips of an order that nobody paid')
    // The cancellation of an order that was already sent does not release its goods: they stay reserved until the
    // reservation expires or is released.
    if (statut === 'ANNULEE' && !expediee) assert.equal(taken, 0, 'goods of a cancelled order')
    return
  }
  assert.ok(slips.length > 0, 'no slip')
  const counting = slips.filter(slip => slip.statut !== 'annule')
  const out = expediee ? slips : counting
  const units = out.reduce((sum, { held }) => sum + held, 0)
  assert.equal(
    taken,
    reservation === 'annulee' && !expediee ? units : units - Math.min(returned, units),
    'sold goods',
  )
  if (statut === 'ANNULEE') {
    for (const slip of counting)
      assert.ok((OF_SLIP[slip.statut] ?? 0) >= 2, 'a slip of a cancelled order is prepared')
    return
  }
  const place = PLACES[statut] ?? 0
  const least = Math.min(...counting.map(slip => OF_SLIP[slip.statut] ?? 0))
  const slowest = counting.find(slip => OF_SLIP[slip.statut] === least)?.statut
  if (place >= 2 || least >= 2)
    assert.equal(place, least, `the order is ${statut}, its slowest slip ${slowest}`)
}

/** Checks that the reserved quantities equal the sums of the active reservations. */
async function checkStocks(shop: TestPlatform) {
  const wrong = await shop.platform.db.rows(sql`
    select "productId", "storeId", reserve, coalesce(held, 0) as held from logistics.stock left join (
      select "productId", "storeId", sum(ligne.quantite) as held
      from logistics.ligne join logistics.reservation using ("ordreId") where statut = 'active' group by 1, 2) as promised
      using ("productId", "storeId")
    where reserve <> coalesce(held, 0)`)
  assert.deepEqual(wrong, [])
}
