import type { Sale } from './made-up-sales.ts'

/** Computes the expected figures of a day and store, or of all stores without `store`, from the sales themselves. */
export function computeExpected(sales: readonly Sale[], day: string, store?: number) {
  const own = sales.filter(isInStore(store))
  const sold = own.filter(({ at }) => parisOf(at).day === day)
  const refunds = own.flatMap(sale => sale.refunds).filter(({ at }) => parisOf(at).day === day)

  const heures = Array.from({ length: 24 }, (_, heure) => {
    const then = sold.filter(({ at }) => parisOf(at).hour === heure)
    return {
      ...{ heure, commandes: then.length },
      montantCents: sum(then.map(({ order }) => order.montantTotalCents)),
      rembourseCents: sum(refunds.filter(({ at }) => parisOf(at).hour === heure).map(({ cents }) => cents)),
    }
  })
  const lines = sold.flatMap(({ order }) => order.lignes).filter(({ connu }) => connu)
  const articles = [...Map.groupBy(lines, ({ articleId }) => articleId)].map(([articleId, of]) => ({
    ...{ articleId, nom: 'Lampe' },
    quantite: sum(of.map(({ quantite }) => quantite)),
    montantCents: sum(of.map(priceOf)),
  }))
  const discounts = sold.flatMap(({ order }) => (order.remises ?? []).map(each => ({ ...each, order })))
  const promotions = [...Map.groupBy(discounts, ({ promotionId }) => promotionId)].map(
    ([promotionId, of]) => ({
      ...{ promotionId, description: null, commandes: of.length },
      remiseCents: sum(of.map(({ montantCents }) => montantCents)),
      montantCents: sum(of.map(({ order }) => order.montantTotalCents)),
    }),
  )
  return {
    heures,
    articles: articles.sort(
      (a, b) =>
        b.quantite - a.quantite || b.montantCents - a.montantCents || (a.articleId < b.articleId ? -1 : 1),
    ),
    promotions: promotions.sort((a, b) => b.montantCents - a.montantCents || a.promotionId - b.promotionId),
  }
}

type Line = Sale['order']['lignes'][number]
const priceOf = ({ totalCents, quantite, prixUnitaireCents }: Line) =>
  totalCents ?? quantite * prixUnitaireCents

type Grouping = 'categorie' | 'fournisseur' | 'paiement'

/** Computes the expected figures of each group on these days by `nature cle`, of a store or, without `store`, of all. */
export function computeGroups(
  sales: readonly Sale[],
  days: readonly string[],
  par: Grouping,
  store?: number,
) {
  const groups = new Map<string, { commandes: number; quantite: number; chiffreAffairesCents: number }>()
  const isOf = ({ at }: { at: Date }) => days.includes(parisOf(at).day)
  for (const sale of sales.filter(isInStore(store))) {
    const { lignes, conditionsLivraison } = sale.order
    const keyOf = (line: Line | undefined) => {
      if (par === 'paiement') return `paiement ${sale.means}`
      if (!line) return 'livraison null'
      return `${par} ${par === 'categorie' ? line.categories : (line.fournisseur?.id ?? null)}`
    }
    const add = (cents: number, weights: number[], sign: 1 | -1) => {
      const shares = spreadInOrder(cents, weights)
      const seen = new Set<string>()
      for (const [i, share] of shares.entries()) {
        const key = keyOf(lignes[i])
        if (key === 'livraison null' && share === 0) continue
        const group = groups.getOrInsertComputed(key, () => ({
          ...{ commandes: 0, quantite: 0, chiffreAffairesCents: 0 },
        }))
        group.chiffreAffairesCents += sign * share
        if (sign < 0) continue
        group.quantite += lignes[i]?.quantite ?? 0
        if (!seen.has(key)) group.commandes++
        seen.add(key)
      }
    }
    const prices = [...lignes.map(priceOf), conditionsLivraison?.prixCents ?? 0]
    if (isOf(sale)) add(sale.order.montantTotalCents, prices, 1)
    for (const { cents, returned } of sale.refunds.filter(isOf)) {
      const centsOf = (id: string) => returned?.find(({ articleId }) => articleId === id)?.montantCents ?? 0
      const ofReturn = [
        ...lignes.map(({ articleId }) => centsOf(articleId)),
        returned?.at(-1)?.montantCents ?? 0,
      ]
      add(cents, returned ? ofReturn : prices, -1)
    }
  }
  return groups
}

/** Splits an amount in proportion; each part ends at the rounded-down sum so far, the last one at the amount. */
function spreadInOrder(cents: number, weights: readonly number[]) {
  const whole = Math.max(sum(weights), 1)
  const ends = weights.map((_, i) =>
    i === weights.length - 1 ? cents : Math.floor((cents * sum(weights.slice(0, i + 1))) / whole),
  )
  return ends.map((end, i) => end - (ends[i - 1] ?? 0))
}

const isInStore =
  (store?: number) =>
  ({ order }: Sale) =>
    store === undefined || (order.magasinId ?? order.magasins[0]) === store

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

const paris = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Paris',
  dateStyle: 'short',
  timeStyle: 'short',
})

/** Returns the local day and hour in Paris. */
export function parisOf(at: Date) {
  const [day = '', time = ''] = paris.format(at).split(' ')
  return { day, hour: Number(time.slice(0, 2)) }
}
