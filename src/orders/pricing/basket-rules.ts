import { levelsOf } from '../../platform/text.ts'
import type { AnnouncedPromotion } from '../../promotions/contract.ts'

export type BasketLine = {
  articleId: string
  ean?: string | null
  categories?: string | null
  quantite: number
  prixUnitaireCents: number
}

/** A promotion as basket pricing reads it: as published, with its dates in JSON form. `seuilMontant` is in cents. */
export type BasketPromotion = Omit<
  AnnouncedPromotion,
  'version' | 'dateDebut' | 'dateFin' | 'dateSuppression'
> & {
  dateDebut: string
  dateFin: string
  dateSuppression: string | null
}

/** A promotion in integers: `rate` in millionths of a percent and `cut` in cents, at least one of which is 0. */
export type Rule = {
  id: number
  from: number
  until: number
  rate: number
  cut: number
  minUnits: number
  minCents: number
}

/** A free-delivery promotion: `methods` are the codes of the delivery methods concerned, null for all. */
export type DeliveryRule = Rule & { automatic: boolean; methods: ReadonlySet<string> | null }

/**
 * Rules by the keys of the lines that they apply to, in `basket` the discounts on the whole basket, and in `delivery`
 * the free-delivery promotions, which change no goods.
 */
export type RuleSet = {
  offers: Map<string, Rule[]>
  discounts: Map<string, Rule[]>
  basket: Rule[]
  delivery: DeliveryRule[]
}

/**
 * Promotions indexed once for many baskets. Rules for one customer and promotions with codes are stored separately, so
 * other baskets skip them.
 */
export type PromotionIndex = {
  everybody: RuleSet
  personal: Map<string, RuleSet>
  /** The promotions that apply through a code, by id. */
  coded: Map<number, BasketPromotion>
  /** Descriptions by promotion id. */
  descriptions: Map<number, string>
}

/**
 * The customer of a basket by all identifiers, the promotions whose code is valid, which apply like automatic ones, and
 * the time.
 */
export type BasketTerms = {
  clientIds: readonly string[]
  codePromotions?: ReadonlySet<number>
  now: Date
}

/** 100 %, in millionths of a percent. */
export const FULL_RATE = 100_000_000
const everyLine = '*'

/**
 * Indexes promotions for `computeBasket`. Promotions that can never apply get no rule: deleted, bound to a store, not
 * for `E-COMMERCE`, for an empty list of customers, or a `SEUIL_PANIER` on products or a category. An empty list of
 * products or stores and a blank category count as null. A percentage counts to six decimals.
 */
export function indexPromotions(promotions: readonly BasketPromotion[]): PromotionIndex {
  const index: PromotionIndex = {
    ...{ everybody: emptyRuleSet(), personal: new Map() },
    ...{ coded: new Map(), descriptions: new Map() },
  }
  for (const promotion of promotions) {
    if (!canApply(promotion)) continue
    index.descriptions.set(promotion.id, promotion.description ?? '')
    if (!promotion.autoAppliquee) {
      index.coded.set(promotion.id, promotion)
      continue
    }
    const rule = compile(promotion)
    if (promotion.idClient === null) addRule(index.everybody, promotion, rule)
    else
      for (const client of new Set(promotion.idClient))
        addRule(index.personal.getOrInsertComputed(client, emptyRuleSet), promotion, rule)
  }
  return index
}

/** Returns the rules of the promotions among these that apply through a code, for a customer with these identifiers. */
export function codedRules({ coded }: PromotionIndex, ids: Iterable<number>, clientIds: readonly string[]) {
  const ruleSet = emptyRuleSet()
  for (const id of ids) {
    const promotion = coded.get(id)
    if (promotion && (promotion.idClient?.some(client => clientIds.includes(client)) ?? true))
      addRule(ruleSet, promotion, compile(promotion))
  }
  return ruleSet
}

const emptyRuleSet = (): RuleSet => ({ offers: new Map(), discounts: new Map(), basket: [], delivery: [] })

function addRule(ruleSet: RuleSet, promotion: BasketPromotion, rule: Rule): void {
  const targets = targetsOf(promotion)
  if (promotion.typePromotion === FREE_DELIVERY) {
    const { autoAppliquee: automatic, modesLivraison: codes } = promotion
    ruleSet.delivery.push({ ...rule, automatic, methods: codes ? new Set(codes) : null })
  } else if (promotion.typePromotion === 'PRODUIT_OFFERT') {
    for (const target of targets.size > 0 ? targets : [everyLine]) add(ruleSet.offers, target, rule)
  } else if (targets.size === 0) {
    ruleSet.basket.push(rule)
  } else if (promotion.typePromotion !== 'SEUIL_PANIER') {
    for (const target of targets) add(ruleSet.discounts, target, rule)
  }
}

const add = (rules: Map<string, Rule[]>, target: string, rule: Rule) =>
  rules.getOrInsert(target, []).push(rule)

const FREE_DELIVERY = 'LIVRAISON_OFFERTE'

function canApply({ dateSuppression, idMagasin, applicationsConcernees }: BasketPromotion) {
  if (dateSuppression !== null || idMagasin?.length) return false
  return applicationsConcernees.includes('E-COMMERCE')
}

function compile(promotion: BasketPromotion): Rule {
  const { id, valeurPromotion, uniteValeur } = promotion
  const millionths = Math.max(0, Math.round((valeurPromotion ?? 0) * 1_000_000))
  return {
    id,
    from: Date.parse(promotion.dateDebut),
    until: Date.parse(promotion.dateFin),
    rate: uniteValeur === 'PERCENT' ? Math.min(FULL_RATE, millionths) : 0,
    cut: uniteValeur === 'EURO' ? Math.round(millionths / 10_000) : 0,
    minUnits: Math.ceil(promotion.quantiteAchat ?? 0),
    minCents: promotion.seuilMontant ?? 0,
  }
}

function targetsOf({ idProduit, categorieProduit }: BasketPromotion): Set<string> {
  const targets = new Set(idProduit?.map(id => `produit ${id.trim()}`))
  const path = levelsOf((categorieProduit ?? '').toLowerCase())
  if (path.length > 0) targets.add(`categorie ${path.join('>')}`)
  return targets
}

/** The keys by which the promotions on a line are looked up in a rule set. */
export function keysOf({ articleId, ean, categories }: BasketLine): string[] {
  const levels = levelsOf((categories ?? '').toLowerCase())
  const keys = [everyLine, `produit ${articleId}`, ...levels.map(level => `categorie ${level}`)]
  if (ean) keys.push(`produit ${ean}`)
  if (levels.length > 1) keys.push(`categorie ${levels.join('>')}`)
  return [...new Set(keys)]
}

/** Whether a rule is in force at a time, in milliseconds. */
export const isLive = ({ from, until }: Rule, at: number) => from <= at && at <= until

/** Returns the free-delivery promotions for a customer that are in force, and apply by themselves or through a code. */
export const liveDeliveryRules = (
  index: PromotionIndex,
  { clientIds, codePromotions, now }: Required<BasketTerms>,
): DeliveryRule[] =>
  [
    index.everybody,
    ...[...new Set(clientIds)].flatMap(id => index.personal.get(id) ?? []),
    codedRules(index, codePromotions, clientIds),
  ]
    .flatMap(({ delivery }) => delivery)
    .filter(rule => isLive(rule, now.getTime()))
