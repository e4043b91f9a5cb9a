import { localTimeOf } from './moments.ts'
import type { Changes, NewPromotion, Promotion } from './promotions.ts'

/** A promotion as form values: an empty field means no limit. */
export type Values = {
  description: string
  categoriePromotion: Promotion['categoriePromotion']
  typePromotion: Promotion['typePromotion']
  valeurPromotion: number | string
  uniteValeur: Promotion['uniteValeur']
  dateDebut: string
  dateFin: string
  idProduit: string[]
  categorieProduit: string
  seuilMontant: number | string
  quantiteAchat: number | string
  idClient: string[]
  idMagasin: string[]
  applicationsConcernees: Promotion['applicationsConcernees']
  autoAppliquee: boolean
}

export const APPLICATIONS = ['E-COMMERCE', 'MAGASIN', 'FIDELITE', 'PROMOTION'] as const

/** Returns the values of a new promotion: 10 % on the basket, from today to the end of the same day next week. */
export function createDefaultValues(): Values {
  const day = localTimeOf(new Date()).slice(0, 10)
  const inAWeek = localTimeOf(new Date(Date.now() + 7 * 86_400_000)).slice(0, 10)
  return {
    description: '',
    categoriePromotion: 'PANIER',
    typePromotion: 'POURCENTAGE',
    valeurPromotion: 10,
    uniteValeur: 'PERCENT',
    dateDebut: `${day}T00:00`,
    dateFin: `${inAWeek}T23:59`,
    idProduit: [],
    categorieProduit: '',
    seuilMontant: '',
    quantiteAchat: '',
    idClient: [],
    idMagasin: [],
    applicationsConcernees: [...APPLICATIONS],
    autoAppliquee: true,
  }
}

export const valuesOf = (promotion: Promotion): Values => ({
  description: promotion.description,
  categoriePromotion: promotion.categoriePromotion,
  typePromotion: promotion.typePromotion,
  valeurPromotion: promotion.valeurPromotion ?? '',
  uniteValeur: promotion.uniteValeur,
  dateDebut: localTimeOf(promotion.dateDebut),
  dateFin: localTimeOf(promotion.dateFin),
  idProduit: promotion.idProduit ?? [],
  categorieProduit: promotion.categorieProduit ?? '',
  seuilMontant: promotion.seuilMontant === null ? '' : promotion.seuilMontant / 100,
  quantiteAchat: promotion.quantiteAchat ?? '',
  idClient: promotion.idClient ?? [],
  idMagasin: promotion.idMagasin ?? [],
  applicationsConcernees: promotion.applicationsConcernees,
  autoAppliquee: promotion.autoAppliquee,
})

const listOrAll = (names: string[]) => (names.length > 0 ? names : null)

/** Returns the request body. A date that was not changed keeps its seconds, which the field does not show. */
export const bodyOf = (values: Values, before?: Promotion): NewPromotion => ({
  description: values.description.trim(),
  categoriePromotion: values.categoriePromotion,
  typePromotion: values.typePromotion,
  valeurPromotion: Number(values.valeurPromotion),
  uniteValeur: values.uniteValeur,
  dateDebut: momentOf(values.dateDebut, before?.dateDebut),
  dateFin: momentOf(values.dateFin, before?.dateFin),
  idProduit: listOrAll(values.idProduit),
  categorieProduit: values.categorieProduit.trim() || null,
  seuilMontant: values.seuilMontant === '' ? null : Math.round(Number(values.seuilMontant) * 100),
  quantiteAchat: values.quantiteAchat === '' ? null : Number(values.quantiteAchat),
  idClient: listOrAll(values.idClient),
  idMagasin: listOrAll(values.idMagasin),
  applicationsConcernees: [...values.applicationsConcernees],
  autoAppliquee: values.autoAppliquee,
})

const momentOf = (field: string, before: string | undefined) =>
  before !== undefined && localTimeOf(before) === field ? before : field

export type Field = keyof Values
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Returns the fields in which two versions differ. */
export const findDifferences = (a: Values, b: Values): Field[] => {
  const fields = Object.keys(a) as Field[]
  return fields.filter(field => !same(a[field], b[field]))
}

export const pick = (values: Values, fields: readonly Field[]): Partial<Values> =>
  Object.fromEntries(fields.map(field => [field, values[field]]))

/** Returns only the changed fields, so that changes of other users are not overwritten. */
export function changesOf(values: Values, before: Promotion): Changes {
  const body = bodyOf(values, before)
  const changed = findDifferences(values, valuesOf(before))
  return Object.fromEntries(Object.entries(body).filter(([name]) => changed.some(field => field === name)))
}

type Words = Record<'endFirst' | 'above100' | 'zero' | 'noApplication' | 'wholeBasket', string>

/** Returns validation errors by field, empty if there are none. The server validates the values again. */
export function validatePromotion(values: Values, words: Words): Partial<Record<Field, string>> {
  const { typePromotion, uniteValeur, applicationsConcernees } = values
  const value = Number(values.valeurPromotion)
  const isOnProducts = values.idProduit.length > 0 || values.categorieProduit.trim() !== ''
  return {
    ...(values.dateFin < values.dateDebut && { dateFin: words.endFirst }),
    ...(uniteValeur === 'PERCENT' && value > 100 && { valeurPromotion: words.above100 }),
    ...(typePromotion !== 'PRODUIT_OFFERT' && !(value > 0) && { valeurPromotion: words.zero }),
    ...(applicationsConcernees.length === 0 && { applicationsConcernees: words.noApplication }),
    ...(typePromotion === 'SEUIL_PANIER' && isOnProducts && { typePromotion: words.wholeBasket }),
  }
}
