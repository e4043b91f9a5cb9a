import { open } from 'node:fs/promises'
import type { Database, Tx } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { Problem } from '../../problem.ts'
import type { ReceivedFile } from '../../uploads/temporary-file.ts'
import type { ImportAnswer } from '../import.ts'
import type { ImportRun, ImportRunInFull } from './schemas.ts'

const columns = sql`id, nature, "nomFichier", mode, "dryRun", statut, octets, "octetsLus", lignes, resultat, erreur, auteur,
  "createdAt", "debutLe", "finLe"`

type NewRun = Pick<ImportRun, 'nature' | 'nomFichier' | 'mode' | 'dryRun' | 'octets' | 'auteur'> &
  Pick<ReceivedFile, 'format'> & { domaine: string }

export const insertRun = (tx: Tx, run: NewRun, now: Date) =>
  tx.one(sql<ImportRun>`
    insert into platform.importation (
      domaine, nature, "nomFichier", format, mode, "dryRun", statut, octets, auteur, "createdAt")
    values (
      ${run.domaine}, ${run.nature}, ${run.nomFichier}, ${run.format}, ${run.mode}, ${run.dryRun}, 'en_attente',
      ${run.octets}, ${run.auteur}, ${now})
    returning ${columns}`)

export const insertPart = (tx: Tx, id: number, rang: number, contenu: Buffer) =>
  tx.run(sql`
    insert into platform.morceau_importation ("importationId", rang, contenu) values (${id}, ${rang}, ${contenu})`)

const readPart = async (db: Database, id: number, rang: number) => {
  const [contenu] = await db.column(sql<{ contenu: Buffer }>`
    select contenu from platform.morceau_importation where "importationId" = ${id} and rang = ${rang}`)
  return contenu
}

/** Whether the file of an import is CSV and still stored. */
export const isCsvStored = (db: Database, id: number) =>
  db.value(sql<{ stored: boolean }>`
    select exists (
      select from platform.importation run join platform.morceau_importation on "importationId" = run.id
      where run.id = ${id} and format = 'csv' and statut = 'termine') as stored`)

/** Writes the file of an import to a path. */
export async function extractFile(db: Database, id: number, path: string) {
  await using file = await open(path, 'w')
  for (let rang = 0; ; rang++) {
    const part = await readPart(db, id, rang)
    if (!part) return
    await file.write(part)
  }
}

/** Lists imports, newest first. */
export const listRuns = (db: Database, domaine: string, { page, limit }: { page: number; limit: number }) =>
  db.rows(sql<ImportRun>`
    select ${columns} from platform.importation where domaine = ${domaine}
    order by id desc ${sql.page(limit, (page - 1) * limit)}`)

export const countRuns = (db: Database, domaine: string) =>
  db.value(sql<{ total: number }>`select count(*) total from platform.importation where domaine = ${domaine}`)

export const findRun = (db: Database, domaine: string, id: number) =>
  db.first(sql<ImportRunInFull>`
    select ${columns}, coalesce(erreurs, '[]') as erreurs, coalesce(avertissements, '[]') as avertissements,
      coalesce(resultat->'columns', '[]') as colonnes, coalesce(resultat->'preview', '[]') as apercu
    from platform.importation
    where domaine = ${domaine} and id = ${id}`)

/**
 * Starts a pending import, or restarts one that was interrupted or whose last attempt failed; undefined if it has
 * ended.
 */
export const beginRun = (tx: Tx, id: number, now: Date) =>
  tx.first(sql<
    Pick<ImportRun, 'nature' | 'mode' | 'dryRun'> & Pick<ReceivedFile, 'format'> & { essais: number }
  >`
    update platform.importation set statut = 'en_cours', essais = essais + 1, "octetsLus" = 0, lignes = 0,
      "debutLe" = coalesce("debutLe", ${now})
    where id = ${id} and statut in ('en_attente', 'en_cours')
    returning nature, mode, "dryRun", format, essais`)

/** Records progress. Returns 0 if the import is no longer running, for example after a cancellation. */
export const recordProgress = (tx: Tx, id: number, { bytes, lines }: { bytes: number; lines: number }) =>
  tx.run(sql`
    update platform.importation set "octetsLus" = ${bytes}, lignes = ${lines} where id = ${id} and statut = 'en_cours'`)

/**
 * Ends a running import with its result. Deletes its file, except that of a dry run, which may still be imported, and
 * CSV with refused lines, which may be read. Returns false if the import is not running.
 */
export async function endRun(tx: Tx, id: number, { errors, warnings, ...counts }: ImportAnswer, now: Date) {
  const { created, updated = 0, unchanged = 0, failed } = counts
  const ended = await tx.first(sql<{ isKept: boolean }>`
    update platform.importation
    set statut = 'termine', resultat = ${sql.json(counts)}::json, erreurs = ${sql.json(errors)}::json,
      avertissements = ${sql.json(warnings)}::json, "octetsLus" = octets, lignes = ${created + updated + unchanged + failed}, "finLe" = ${now}
    where id = ${id} and statut = 'en_cours'
    returning "dryRun" or format = 'csv' and ${failed > 0} as "isKept"`)
  if (ended && !ended.isKept) await dropFile(tx, id)
  return ended !== undefined
}

/** Ends a running import without a result, with the error as its reason, and deletes the file. */
export async function failRun(tx: Tx, id: number, erreur: NonNullable<ImportRun['erreur']>, now: Date) {
  const failed = await tx.run(sql`
    update platform.importation set statut = 'echec', erreur = ${sql.json(erreur)}::json, "finLe" = ${now}
    where id = ${id} and statut = 'en_cours'`)
  if (failed > 0) await dropFile(tx, id)
}

const dropFile = (tx: Tx, id: number) =>
  tx.run(sql`delete from platform.morceau_importation where "importationId" = ${id}`)

/** Restarts an ended dry run as a real import; undefined if the import is no such run or its file was deleted. */
export const commitDryRun = (tx: Tx, domaine: string, id: number) =>
  tx.first(sql<ImportRun>`
    update platform.importation run
    set statut = 'en_attente', "dryRun" = false, essais = 0, "octetsLus" = 0, lignes = 0, resultat = null,
      erreurs = null, avertissements = null, "debutLe" = null, "finLe" = null
    where domaine = ${domaine} and id = ${id} and statut = 'termine' and "dryRun"
      and exists (select from platform.morceau_importation where "importationId" = run.id)
    returning ${columns}`)

/**
 * Cancels an import that has not ended, or a dry run with a result, and deletes its file; undefined for any other
 * import.
 */
export async function cancelRun(tx: Tx, domaine: string, id: number, now: Date) {
  const cancelled = await tx.first(sql<ImportRun>`
    update platform.importation set statut = 'abandonne', "finLe" = ${now}
    where domaine = ${domaine} and id = ${id}
      and (statut in ('en_attente', 'en_cours') or statut = 'termine' and "dryRun")
    returning ${columns}`)
  if (cancelled) await dropFile(tx, id)
  return cancelled
}

/**
 * Deletes the files, lines and previews of all imports of an area, because any of them may name an erased person, and
 * returns their number. Throws a 503 while one has not ended, because it would store the person again.
 */
export async function clearRuns(tx: Tx, domaine: string) {
  const [open] = await tx.column(sql<{ id: number }>`
    select id from platform.importation where domaine = ${domaine} and "finLe" is null limit 1`)
  if (open !== undefined) throw new Problem(503, 'service-indisponible', `Import ${open} has not ended`)
  await tx.run(sql`
    delete from platform.morceau_importation using platform.importation run
    where run.id = "importationId" and domaine = ${domaine}`)
  return tx.run(sql`
    update platform.importation
    set resultat = (resultat::jsonb - 'columns' - 'preview')::json, erreurs = null, avertissements = null
    where domaine = ${domaine} and erreurs is not null`)
}

/** Deletes the files of dry runs that ended before `files`, and the imports that were created before `runs`. */
export async function pruneRuns(tx: Tx, { files, runs }: { files: Date; runs: Date }) {
  await tx.run(sql`
    delete from platform.morceau_importation using platform.importation run
    where run.id = "importationId" and run."finLe" < ${files}`)
  await tx.run(sql`delete from platform.importation where "createdAt" < ${runs}`)
}
