import type { Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { ReadProduct } from '../read-product.ts'

/** Waits until no other transaction brings the read model up to date, in whatever process. */
export const takeTurn = (tx: Tx) => tx.run(sql`select pg_advisory_xact_lock(4815162344)`)

type Known = Pick<ReadProduct, 'id' | 'version' | 'actif' | 'supprime' | 'categorie' | 'marque' | 'familles'>

export const knownProducts = (tx: Tx, ids: readonly number[]) =>
  tx.rows(sql<Known>`
    select id, version, actif, supprime, categorie, marque, familles from catalogue.produit
    where id = any(${ids}::bigint[])`)

const columns = sql`id, version, actif, supprime, categorie, marque, familles, document, "prixDAchatFournisseurCents",
  "vecteurNom", vecteur`

export const keepProducts = (tx: Tx, products: readonly ReadProduct[]) =>
  tx.run(sql`
    insert into catalogue.produit (${columns})
    select ${columns} from json_to_recordset(${sql.json(products)}::json) as given (
      id bigint, version integer, actif boolean, supprime boolean, categorie text, marque text, familles text[],
      document json, "prixDAchatFournisseurCents" integer, "vecteurNom" tsvector, vecteur tsvector)
    on conflict (id) do update set (${columns}) = row(
      excluded.id, excluded.version, excluded.actif, excluded.supprime, excluded.categorie, excluded.marque,
      excluded.familles, excluded.document, excluded."prixDAchatFournisseurCents", excluded."vecteurNom",
      excluded.vecteur)
    where produit.version < excluded.version`)

export type Count = { genre: string; cle: string; nombre: number }

/** Gives the counts as they are now. */
export const addCounts = (tx: Tx, counts: readonly Count[]) =>
  tx.rows(sql<Count>`
    insert into catalogue.compteur (genre, cle, nombre)
    select genre, cle, nombre
    from json_to_recordset(${sql.json(counts)}::json) as given (genre text, cle text, nombre bigint)
    on conflict (genre, cle) do update set nombre = compteur.nombre + excluded.nombre
    returning genre, cle, nombre`)

export const gatherStatistics = (tx: Tx) =>
  tx.run(sql`analyze catalogue.produit, catalogue.mot, catalogue.reste`.unprepared())

export const keepSync = (tx: Tx, now: Date) =>
  tx.run(sql`
    insert into catalogue.synchronisation ("lastSync") values (${now})
    on conflict (id) do update set "lastSync" = excluded."lastSync"`)
