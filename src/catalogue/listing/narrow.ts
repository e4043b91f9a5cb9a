import type { Filters, Sort } from './asked.ts'

/** What a product is narrowed, sorted and counted by. `dansFamille`: in the family that is asked for, if one is. */
export type Row = {
  id: number
  prix: number
  tri: string
  marque: string
  enStock: boolean
  categorie: string
  dansFamille: boolean
}

export const passes = (row: Row, { famille, marque, prixMin, prixMax, enStock }: Filters) =>
  (famille === undefined || row.dansFamille) &&
  (marque === undefined || (marque !== '' && row.marque === marque)) &&
  (prixMin === undefined || row.prix >= prixMin) &&
  (prixMax === undefined || row.prix <= prixMax) &&
  (enStock === undefined || row.enStock === enStock)

const byCode = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** As the indexes of `catalogue.rayon` sort; a falling order is the rising one read backwards. */
const ORDERS: Record<Exclude<Sort, 'pertinence'>, (a: Row, b: Row) => number> = {
  prix: (a, b) => a.prix - b.prix || a.id - b.id,
  '-prix': (a, b) => b.prix - a.prix || b.id - a.id,
  nom: (a, b) => byCode(a.tri, b.tri) || a.id - b.id,
  nouveaute: (a, b) => b.id - a.id,
}

/** The rows as they are, the best match first, unless another order is asked for. */
export const sorted = (rows: readonly Row[], sort: Sort | undefined) =>
  sort === undefined || sort === 'pertinence' ? rows : rows.toSorted(ORDERS[sort])
