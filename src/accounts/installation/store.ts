import type { Database, Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** The row that exists once the platform is claimed. */
const CLAIMED = 'reclamee'

const hasOwner = (now: Date) => sql`
  exists (select from accounts.membre where actif and 'admin' = any(droits))
  or exists (select from accounts.cle where "revoqueeLe" is null and ("expireLe" is null or "expireLe" > ${now}))
  or exists (select from accounts.reglage where nom = ${CLAIMED})`

/** Whether the platform is claimed, or an administrator or a key exists. */
export const isOwned = (db: Database, now: Date) =>
  db.value(sql<{ owned: boolean }>`select ${hasOwner(now)} as owned`)

/** Marks the platform as claimed. Returns false if it was, also concurrently, or if an administrator or a key exists. */
export const insertClaim = async (tx: Tx, now: Date) =>
  (await tx.run(sql`
    insert into accounts.reglage (nom, valeur, "updatedAt")
    select ${CLAIMED}, 'oui', ${now}::timestamptz where not (${hasOwner(now)})
    on conflict do nothing`)) === 1

/** Returns the stored settings by name, and whether the platform is claimed. */
export async function readStored(db: Database) {
  const rows = await db.rows(sql<{ nom: string; valeur: string }>`select nom, valeur from accounts.reglage`)
  const {
    [CLAIMED]: claim,
    smtp,
    ...reglages
  } = Object.fromEntries(rows.map(({ nom, valeur }) => [nom, valeur]))
  return { reclamee: claim !== undefined, smtp, reglages }
}

/** Stores values, and deletes the settings whose value is null. */
export async function storeSettings(tx: Tx, values: Readonly<Record<string, string | null>>, now: Date) {
  await tx.run(sql`
    insert into accounts.reglage (nom, valeur, "updatedAt")
    select key, value, ${now}::timestamptz from json_each_text(${sql.json(values)}::json) where value is not null
    on conflict (nom) do update set valeur = excluded.valeur, "updatedAt" = excluded."updatedAt"`)
  const deleted = Object.keys(values).filter(name => values[name] === null)
  await tx.run(sql`delete from accounts.reglage where nom = any(${deleted})`)
}
