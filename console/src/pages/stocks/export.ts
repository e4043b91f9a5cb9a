import { writeMoment } from '../../parts/exports/csv.ts'
import { defineColumns } from '../../parts/exports/read-all.ts'
import { readProducts } from '../../parts/product-names.ts'
import type { Stock } from '../../stock/count.tsx'

type Named = { ean: string; nom: string }

/** Adds the barcode and the name of its product to each row of a page. */
export async function addProducts<
  Row extends { productId: number },
  Rest extends { data: Row[]; total: number },
>(page: Rest): Promise<{ data: (Row & Named)[]; total: number }> {
  const products = await readProducts([...new Set(page.data.map(({ productId }) => productId))])
  const data = page.data.map(row => {
    const { ean = '', nom = '' } = products.get(row.productId) ?? {}
    return { ...row, ean, nom }
  })
  return { data, total: page.total }
}

/** The columns that the import of stocks reads, and further ones. */
export const stockColumns = (storeName: (id: number) => string) =>
  defineColumns<Stock & Named>({
    'Code-barres': ({ ean }) => ean,
    Produit: ({ nom }) => nom,
    Magasin: ({ storeId }) => storeName(storeId),
    Quantité: ({ enStock }) => enStock,
    Réservé: ({ reserve }) => reserve,
    Disponible: ({ stock }) => stock,
    Seuil: ({ seuil }) => seuil,
    'Modifié le': ({ updatedAt }) => writeMoment(updatedAt),
  })

type Reservation = {
  ordreId: string
  productId: number
  storeId: number
  quantite: number
  createdAt: string
  expireLe: string
}

export const reservationColumns = (storeName: (id: number) => string) =>
  defineColumns<Reservation & Named>({
    Commande: ({ ordreId }) => ordreId,
    'Code-barres': ({ ean }) => ean,
    Produit: ({ nom }) => nom,
    Magasin: ({ storeId }) => storeName(storeId),
    Réservé: ({ quantite }) => quantite,
    Depuis: ({ createdAt }) => writeMoment(createdAt),
    'Jusqu’à': ({ expireLe }) => writeMoment(expireLe),
  })
