import type { Sale } from './made-up-sales.ts'

/** Computes the expected figures of a day and store, or of all stores without `store`, from the sales themselves. */
export function computeExpected(sales: readonly Sale[], day: string, store?: number) {
  const inStore = ({ order }: Sale) => store === undefined || (order.magasinId ?? order.magasins[0]) === store
  const own = sales.filter(inStore)
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
    montantCents: sum(of.map(({ totalCents }) => totalCents ?? 0)),
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
