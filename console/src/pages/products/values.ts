import type { Shapes } from '../../api/client.ts'
import type { Status } from './list-texts.ts'

export type Product = Shapes['Produit']

/** A product as form values: texts, and numbers that may be empty. */
export type Values = {
  nom: string
  ean: string
  prix: number | ''
  tva: number | ''
  statut: Status
  marque: string
  categories: string
  description: string
  caracteristiques: string
  poids: string
  couleurs: string
  dimensions: string
  garantie: number | ''
  finReappro: string
  finDeVie: string
  documentation: string
  photos: string[]
  complements: number[]
  retractable: boolean
}

export type Body = {
  [Field in Exclude<keyof Product, 'id' | 'createdAt' | 'updatedAt'>]: Product[Field]
}

export const EMPTY: Values = {
  ...{ nom: '', ean: '', prix: '', tva: 20, statut: 'actif', marque: '', categories: '' },
  ...{ description: '', caracteristiques: '', poids: '', couleurs: '', dimensions: '', garantie: '' },
  ...{ finReappro: '', finDeVie: '', documentation: '', photos: [], complements: [] },
  retractable: true,
}

export const valuesOf = (product: Product): Values => ({
  nom: product.nom,
  ean: product.ean,
  prix: product.prixDeVenteCents / 100,
  tva: product.tauxTva,
  statut: product.statutProduit,
  marque: product.marque ?? '',
  categories: product.categories,
  description: product.description ?? '',
  caracteristiques: product.caracteristiquesTechniques ?? '',
  poids: product.poids ?? '',
  couleurs: product.couleurs ?? '',
  dimensions: product.dimensions ?? '',
  garantie: product.dureeGarantie ?? '',
  finReappro: product.dateFinReapprovisionnement?.slice(0, 10) ?? '',
  finDeVie: product.dateFinDeVie?.slice(0, 10) ?? '',
  documentation: product.documentationUrl ?? '',
  photos: product.photosUrls ?? [],
  complements: product.produitsComplementairesIds ?? [],
  retractable: product.retractable,
})

const orNull = (text: string) => text.trim() || null
const listOrNull = <Item>(items: Item[]) => (items.length > 0 ? items : null)

export const bodyOf = (values: Values): Body => ({
  nom: values.nom.trim(),
  ean: values.ean.trim(),
  // The input has whole cents: rounding removes the error of binary fractions.
  prixDeVenteCents: Math.round(Number(values.prix) * 100),
  tauxTva: Number(values.tva),
  statutProduit: values.statut,
  marque: orNull(values.marque),
  categories: values.categories.trim(),
  description: orNull(values.description),
  caracteristiquesTechniques: orNull(values.caracteristiques),
  poids: orNull(values.poids),
  couleurs: orNull(values.couleurs),
  dimensions: orNull(values.dimensions),
  dureeGarantie: values.garantie === '' ? null : values.garantie,
  dateFinReapprovisionnement: orNull(values.finReappro),
  dateFinDeVie: orNull(values.finDeVie),
  documentationUrl: orNull(values.documentation),
  photosUrls: listOrNull(values.photos.map(url => url.trim()).filter(url => url !== '')),
  produitsComplementairesIds: listOrNull(values.complements),
  retractable: values.retractable,
})

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Returns the names of the form fields that differ. */
export const findDifferences = (a: Values, b: Values) =>
  (Object.keys(EMPTY) as (keyof Values)[]).filter(name => !isSame(a[name], b[name]))

/** Returns only the fields that changed since the product was read, so that an unchanged date keeps its stored time. */
export function changesOf(base: Values, values: Values): Partial<Body> {
  const [before, after] = [bodyOf(base), bodyOf(values)]
  return Object.fromEntries(
    (Object.keys(after) as (keyof Body)[])
      .filter(name => !isSame(before[name], after[name]))
      .map(name => [name, after[name]]),
  )
}
