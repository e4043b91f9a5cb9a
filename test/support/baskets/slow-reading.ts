import type { BasketLine, BasketPromotion } from '../../../src/orders/pricing/basket.ts'

type Unit = { article: string; line: BasketLine; price: bigint; grouped: boolean; free: boolean }

/**
 * Computes a basket with a second, slow implementation of the rules, literally as they are written: unit by unit,
 * promotion by promotion, with integers of any size. It shares no code with the platform. Percentages may have at most
 * two decimals.
 */
export function computeSlowTotal(
  lines: readonly BasketLine[],
  promotions: readonly BasketPromotion[],
  { clientIds, now }: { clientIds: readonly string[]; now: Date },
): { total: number; ofLines: Map<string, { paid: number; share: number }> } {
  const live = promotions.filter(promotion => applies(promotion, clientIds, now)).sort((a, b) => a.id - b.id)
  const units = lines.flatMap(line => Array.from({ length: line.quantite }, () => unitOf(line)))

  const plain = sum(units.map(({ price }) => price))
  for (const promotion of live)
    if (promotion.typePromotion === 'PRODUIT_OFFERT' && plain >= threshold(promotion)) offer(promotion, units)

  const afterOffers = sum(units.filter(({ free }) => !free).map(({ price }) => price))
  const onProducts = live.filter(p => isDiscount(p) && isOnProducts(p) && afterOffers >= threshold(p))
  const ofLines = new Map<string, bigint>()
  for (const [article, [first, ...rest]] of Map.groupBy(units, unit => unit.article)) {
    const group = [first!, ...rest]
    const paid = BigInt(group.filter(({ free }) => !free).length)
    const prices = onProducts
      .filter(promotion => isOn(promotion, first!.line) && group.length >= (promotion.quantiteAchat ?? 0))
      .map(promotion => discounted(promotion, first!.price, paid))
    ofLines.set(article, least([paid * first!.price, ...prices]))
  }

  const afterLines = sum([...ofLines.values()])
  const onBasket = live
    .filter(p => (isDiscount(p) || p.typePromotion === 'SEUIL_PANIER') && !isOnProducts(p))
    .filter(p => afterLines >= threshold(p) && units.length >= (p.quantiteAchat ?? 0))
    .map(promotion => discounted(promotion, afterLines, 1n))
  const total = least([afterLines, ...onBasket])
  const shares = shared(afterLines - total, [...ofLines.values()])
  return {
    total: Number(total),
    ofLines: new Map(
      [...ofLines].map(([article, cents], i) => [
        article,
        { paid: Number(cents - shares[i]!), share: Number(shares[i]!) },
      ]),
    ),
  }
}

/** Splits a discount in proportion, rounded down; the remainder goes cent by cent to the last line not yet free. */
function shared(discount: bigint, lines: bigint[]): bigint[] {
  const whole = sum(lines)
  const shares = lines.map(line => (whole === 0n ? 0n : (discount * line) / whole))
  while (sum(shares) < discount) {
    const last = lines.findLastIndex((line, i) => line > shares[i]!)
    shares[last]! += 1n
  }
  return shares
}

/** The identity of a line once lines with the same article and price are merged. */
export const articleOf = ({ articleId, prixUnitaireCents }: BasketLine) => `${articleId} ${prixUnitaireCents}`

const unitOf = (line: BasketLine): Unit => ({
  article: articleOf(line),
  line,
  price: BigInt(line.prixUnitaireCents),
  grouped: false,
  free: false,
})

function applies(p: BasketPromotion, clientIds: readonly string[], now: Date) {
  const forCustomer = p.idClient === null || p.idClient.some(id => clientIds.includes(id))
  const inTime = new Date(p.dateDebut) <= now && now <= new Date(p.dateFin)
  const inNoStore = p.idMagasin === null || p.idMagasin.length === 0
  const forShop = p.applicationsConcernees.includes('E-COMMERCE')
  return p.autoAppliquee && p.dateSuppression === null && forCustomer && inTime && inNoStore && forShop
}

function offer(promotion: BasketPromotion, units: Unit[]) {
  const size = Math.max(2, promotion.quantiteAchat ?? 0)
  const matching = units
    .filter(unit => !unit.grouped && (!isOnProducts(promotion) || isOn(promotion, unit.line)))
    .sort((a, b) => Number(b.price - a.price) || (a.line.articleId < b.line.articleId ? -1 : 1))
  while (matching.length >= size) {
    const group = matching.splice(0, size)
    for (const unit of group) unit.grouped = true
    group.at(-1)!.free = true
  }
}

const threshold = ({ seuilMontant }: BasketPromotion) => BigInt(seuilMontant ?? 0)
const isDiscount = ({ typePromotion }: BasketPromotion) =>
  typePromotion === 'POURCENTAGE' || typePromotion === 'MONTANT_FIXE'
const isOnProducts = ({ idProduit, categorieProduit }: BasketPromotion) =>
  (idProduit !== null && idProduit.length > 0) || (categorieProduit !== null && categorieProduit !== '')

function isOn({ idProduit, categorieProduit }: BasketPromotion, { articleId, ean, categories }: BasketLine) {
  if (idProduit?.includes(articleId) || (ean && idProduit?.includes(ean))) return true
  if (!categorieProduit || !categories) return false
  const [wanted, path] = [pathOf(categorieProduit), pathOf(categories)]
  return wanted === path || path.split(' > ').includes(wanted)
}

const pathOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[/>]/)
    .map(level => level.trim())
    .join(' > ')

/**
 * Returns the price of the units after a percentage off their sum, rounded half up, or after euros off each unit, which
 * cannot cost less than nothing.
 */
function discounted({ uniteValeur, valeurPromotion }: BasketPromotion, price: bigint, units: bigint) {
  const hundredths = BigInt(Math.round((valeurPromotion ?? 0) * 100))
  if (uniteValeur === 'EURO') return price > hundredths ? (price - hundredths) * units : 0n
  return (price * units * (10_000n - hundredths) + 5_000n) / 10_000n
}

const sum = (amounts: bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)
const least = (amounts: bigint[]) => amounts.toSorted((a, b) => (a < b ? -1 : 1))[0]!
