import type { Promotion } from '../../sales/promotions.ts'
import { localTimeOf } from './moments.ts'
import type { Changes, NewPromotion } from './promotions.ts'

/** A promotion as form values: an empty field means no limit. */
export type Values = {
  description: string
  categoriePromotion: Promotion['categoriePromotion']
  typePromotion: Promotion['typePromotion']
  valeurPromotion: number | string
  uniteValeur: NonNullable<Promotion['uniteValeur']>
  dateDebut: string
  dateFin: string
  idProduit: string[]
  categorieProduit: string
  seuilMontant: number | string
  quantiteAchat: number | string
  modesLivraison: string[]
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
    modesLivraison: [],
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
  uniteValeur: promotion.uniteValeur ?? 'PERCENT',
  dateDebut: localTimeOf(promotion.dateDebut),
  dateFin: localTimeOf(promotion.dateFin),
  idProduit: promotion.idProduit ?? [],
  categorieProduit: promotion.categorieProduit ?? '',
  seuilMontant: promotion.seuilMontant === null ? '' : promotion.seuilMontant / 100,
  quantiteAchat: promotion.quantiteAchat ?? '',
  modesLivraison: promotion.modesLivraison ?? [],
  idClient: promotion.idClient ?? [],
  idMagasin: promotion.idMagasin ?? [],
  applicationsConcernees: promotion.applicationsConcernees,
  autoAppliquee: promotion.autoAppliquee,
})

export const isFreeDelivery = ({ typePromotion }: Pick<Values, 'typePromotion'>) =>
  typePromotion === 'LIVRAISON_OFFERTE'

const listOrAll = (names: string[]) => (names.length > 0 ? names : null)

/**
 * Returns the request body. A date that was not changed keeps its seconds, which the field does not show. Fields that the
 * type does not have are null.
 */
export const bodyOf = (values: Values, before?: Promotion): NewPromotion => ({
  description: values.description.trim(),
  categoriePromotion: values.categoriePromotion,
  typePromotion: values.typePromotion,
  dateDebut: momentOf(values.dateDebut, before?.dateDebut),
  dateFin: momentOf(values.dateFin, before?.dateFin),
  seuilMontant: values.seuilMontant === '' ? null : Math.round(Number(values.seuilMontant) * 100),
  idClient: listOrAll(values.idClient),
  idMagasin: listOrAll(values.idMagasin),
  applicationsConcernees: [...values.applicationsConcernees],
  autoAppliquee: values.autoAppliquee,
  ...(isFreeDelivery(values)
    ? {
        ...{ valeurPromotion: null, uniteValeur: null, idProduit: null, categorieProduit: null },
        ...{ quantiteAchat: null, modesLivraison: listOrAll(values.modesLivraison) },
      }
    : {
        valeurPromotion: Number(values.valeurPromotion),
        uniteValeur: values.uniteValeur,
        idProduit: listOrAll(values.idProduit),
        categorieProduit: values.categorieProduit.trim() || null,
        quantiteAchat: values.quantiteAchat === '' ? null : Number(values.quantiteAchat),
        modesLivraison: null,
      }),
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
  const unchanged = new Map(Object.entries(bodyOf(valuesOf(before), before)))
  return Object.fromEntries(
    Object.entries(bodyOf(values, before)).filter(([name, value]) => !same(value, unchanged.get(name))),
  )
}

type Words = Record<'endFirst' | 'above100' | 'zero' | 'noApplication' | 'wholeBasket', string>

/** Returns validation errors by field, empty if there are none. The server validates the values again. */
export function validatePromotion(values: Values, words: Words): Partial<Record<Field, string>> {
  const { typePromotion, uniteValeur, applicationsConcernees } = values
  const value = Number(values.valeurPromotion)
  const hasValue = typePromotion !== 'PRODUIT_OFFERT' && !isFreeDelivery(values)
  const isOnProducts = values.idProduit.length > 0 || values.categorieProduit.trim() !== ''
  return {
    ...(values.dateFin < values.dateDebut && { dateFin: words.endFirst }),
    ...(hasValue && uniteValeur === 'PERCENT' && value > 100 && { valeurPromotion: words.above100 }),
    ...(hasValue && !(value > 0) && { valeurPromotion: words.zero }),
    ...(applicationsConcernees.length === 0 && { applicationsConcernees: words.noApplication }),
    ...(typePromotion === 'SEUIL_PANIER' && isOnProducts && { typePromotion: words.wholeBasket }),
  }
}
