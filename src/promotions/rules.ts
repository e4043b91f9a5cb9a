import { parseMoment } from '../platform/moment.ts'
import { Problem } from '../platform/problem.ts'
import { APPLICATIONS, type NewPromotion, type PromotionChange, type PromotionFields } from './schemas.ts'

type Named = Pick<PromotionChange, 'applicationConcernee' | 'applicationsConcernees'>

const isKnown = (name: string): name is (typeof APPLICATIONS)[number] =>
  APPLICATIONS.some(known => known === name)

/**
 * Parses the applications under either field name, of which `applicationsConcernees` takes precedence: undefined if
 * both are absent, all applications if null. Throws 422 for an unknown application.
 */
export function parseApplications({ applicationsConcernees, applicationConcernee }: Named) {
  const given = applicationsConcernees === undefined ? applicationConcernee : applicationsConcernees
  if (given === undefined) return undefined
  const applications = given === null ? [...APPLICATIONS] : [given].flat()
  const unknown = applications.filter(name => !isKnown(name))
  if (unknown.length > 0)
    throw new Problem(
      422,
      'valeur-inconnue',
      `Unknown applications: ${unknown.join(', ')} (known: ${APPLICATIONS.join(', ')})`,
    )
  return [...new Set(applications.filter(isKnown))]
}

/** A promotion in a request, where dates are text, or a stored one with changes. */
type PromotionInput = Omit<NewPromotion, 'dateDebut' | 'dateFin'> &
  Pick<PromotionFields, 'dateDebut' | 'dateFin'>

const momentIn = (given: Date | string, field: string, end = false) =>
  typeof given === 'string' ? parseMoment(given, `body/${field}`, end) : given

const isFreeDelivery = ({ typePromotion }: Pick<PromotionFields, 'typePromotion'>) =>
  typePromotion === 'LIVRAISON_OFFERTE'

/**
 * Returns the input with parsed dates, without duplicates in its lists, and with defaults for fields that are missing
 * or null; a free delivery has neither value nor unit. Throws 400 for an invalid date, 422 for an unknown application.
 */
export const applyDefaults = (given: PromotionInput): PromotionFields => ({
  categoriePromotion: given.categoriePromotion,
  typePromotion: given.typePromotion,
  valeurPromotion: isFreeDelivery(given) ? null : (given.valeurPromotion ?? null),
  uniteValeur: isFreeDelivery(given) ? null : (given.uniteValeur ?? null),
  dateDebut: momentIn(given.dateDebut, 'dateDebut'),
  dateFin: momentIn(given.dateFin, 'dateFin', true),
  idClient: unique(given.idClient),
  idProduit: unique(given.idProduit),
  idMagasin: unique(given.idMagasin),
  categorieProduit: given.categorieProduit || null,
  autoAppliquee: given.autoAppliquee ?? true,
  seuilMontant: given.seuilMontant ?? null,
  quantiteAchat: given.quantiteAchat ?? null,
  modesLivraison: unique(given.modesLivraison),
  description: given.description ?? '',
  applicationCreatrice: given.applicationCreatrice ?? 'PROMOTION',
  applicationsConcernees: parseApplications(given) ?? [...APPLICATIONS],
})

const unique = (names: readonly string[] | null | undefined) => (names ? [...new Set(names)] : null)

const refusedValue = (message: string) => new Problem(422, 'valeur-refusee', message)
const invalidAmount = (given: string) => new Problem(400, 'montant-invalide', `valeurPromotion is ${given}`)

const LISTS = ['idClient', 'idProduit', 'idMagasin', 'applicationsConcernees', 'modesLivraison'] as const

/** Fields that concern goods, which a free delivery does not change. */
const OF_GOODS = ['idProduit', 'categorieProduit', 'quantiteAchat'] as const

/**
 * Checks the rules that the schema cannot express. Throws 400 for a missing value or unit or an invalid amount, 422 for
 * an empty list, a percentage above 100 or fields that contradict each other.
 */
export function checkPromotion(promotion: PromotionFields) {
  const { valeurPromotion, uniteValeur, typePromotion } = promotion
  for (const field of ['valeurPromotion', 'uniteValeur'] as const)
    if (promotion[field] === null && !isFreeDelivery(promotion))
      throw new Problem(400, 'requete-invalide', `body must have required property '${field}'`)
  for (const list of LISTS)
    if (promotion[list]?.length === 0) throw refusedValue(`${list} must not be empty; null means all`)
  if (typePromotion === 'SEUIL_PANIER' && (promotion.idProduit || promotion.categorieProduit))
    throw refusedValue(
      'SEUIL_PANIER applies to the whole basket: idProduit and categorieProduit must be null',
    )
  if (isFreeDelivery(promotion)) {
    for (const field of OF_GOODS)
      if (promotion[field] !== null)
        throw refusedValue(`LIVRAISON_OFFERTE changes no goods: ${field} must be null`)
  } else if (promotion.modesLivraison) {
    throw refusedValue('modesLivraison must be null; only LIVRAISON_OFFERTE concerns delivery')
  }
  const [begin, end] = [new Date(promotion.dateDebut), new Date(promotion.dateFin)]
  if (end < begin)
    throw refusedValue(`dateFin ${end.toISOString()} is before dateDebut ${begin.toISOString()}`)
  if (valeurPromotion === null) return
  if (uniteValeur === 'PERCENT' && valeurPromotion > 100)
    throw refusedValue(`valeurPromotion is ${valeurPromotion}; with PERCENT it must be at most 100`)
  if (uniteValeur === 'EURO' && !/^\d+(\.\d{1,2})?$/.test(String(valeurPromotion)))
    throw invalidAmount(`${valeurPromotion}; with EURO it must have at most two decimals`)
  if (uniteValeur === 'EURO' && valeurPromotion === 0 && typePromotion !== 'PRODUIT_OFFERT')
    throw invalidAmount('0; with EURO it must be above zero')
}
