import { type Clock, inParis, today } from '../../platform/clock.ts'
import { addDays } from '../../platform/moment.ts'
import { Problem } from '../../platform/problem.ts'
import type { OrdersPlatform } from '../peers.ts'
import { countDays } from './read-figures.ts'
import type { COMPARISONS, PeriodFigures, PeriodSearch, SalesPeriod } from './schemas.ts'
import { ALL_STORES, listSums, type Sum } from './store/reading.ts'

/** The distance in days to a period that is compared with one of this length. */
const DISTANCES: Record<(typeof COMPARISONS)[number], (days: number) => number> = {
  semaine: days => Math.ceil(days / 7) * 7,
  precedente: days => days,
  // 52 weeks, so that Mondays are compared with Mondays; 53 for a period that is longer.
  annee: days => Math.max(364, Math.ceil(days / 7) * 7),
}

/**
 * Returns the bounds of a period and of the compared one. While its last day is today, the compared last day counts up
 * to the same hour. Throws 400 for an empty or too long period.
 */
export function resolvePeriods(
  clock: Clock,
  { du: first, au: last, magasinId, comparaison = 'semaine' }: PeriodSearch,
) {
  const maintenant = clock.now()
  const now = today(clock)
  const du = first ?? now
  const [au = now] = [last ?? du, now].sort()
  const days = countDays(du, au)
  const distance = DISTANCES[comparaison](days)
  const heures = au === now ? inParis(maintenant).hour + 1 : null
  const compared = { du: addDays(du, -distance), au: addDays(au, -distance) }
  if (compared.du < '0001') throw new Problem(400, 'requete-invalide', 'du must be later')
  return {
    ...{ days, bounds: { du, au }, compared, magasinId: magasinId ?? ALL_STORES, cut: heures ?? 24 },
    about: { magasinId: magasinId ?? null, maintenant, heures },
  }
}

/** Returns the sales of a period and of the compared one. */
export async function readPeriods(
  { db, clock }: Pick<OrdersPlatform, 'db' | 'clock'>,
  search: PeriodSearch,
): Promise<PeriodFigures> {
  const { about, days, bounds, compared, ...store } = resolvePeriods(clock, search)
  const options = { ...store, hourly: days === 1 }
  const [sums, before] = await Promise.all([listSums(db, bounds, options), listSums(db, compared, options)])
  const of = (list: readonly Sum[], store: number) =>
    list.filter(sum => sum.magasinId === store && sum.counts)
  const stores = about.magasinId
    ? []
    : new Set([...sums, ...before].map(sum => sum.magasinId).filter(id => id !== ALL_STORES))
  const magasins = [...stores].map(id => ({
    ...{ magasinId: id, ...totalsOf(of(sums, id)) },
    referenceCents: totalsOf(of(before, id)).chiffreAffairesCents,
  }))
  const period = (bounds: typeof compared, list: readonly Sum[]): SalesPeriod => {
    const own = list.filter(sum => sum.magasinId === options.magasinId)
    return { ...bounds, ...totalsOf(own.filter(sum => sum.counts)), points: pointsOf(bounds.du, days, own) }
  }
  return {
    ...about,
    ...{ periode: period(bounds, sums), reference: period(compared, before) },
    magasins: magasins.sort(
      (a, b) => b.chiffreAffairesCents - a.chiffreAffairesCents || a.magasinId - b.magasinId,
    ),
  }
}

type Counts = Pick<Sum, 'commandes' | 'montantCents' | 'rembourseCents'>
const add = (list: readonly Counts[]): Counts =>
  list.reduce(
    (total, each) => ({
      commandes: total.commandes + each.commandes,
      montantCents: total.montantCents + each.montantCents,
      rembourseCents: total.rembourseCents + each.rembourseCents,
    }),
    { commandes: 0, montantCents: 0, rembourseCents: 0 },
  )

function totalsOf(list: readonly Counts[]) {
  const total = add(list)
  const { commandes, montantCents, rembourseCents } = total
  return {
    ...total,
    chiffreAffairesCents: montantCents - rembourseCents,
    panierMoyenCents: commandes === 0 ? null : Math.round(montantCents / commandes),
  }
}

/** Returns each hour of a single day, whole days otherwise; of a day that is compared with today, the hours that count. */
const pointsOf = (du: string, days: number, sums: readonly Sum[]): SalesPeriod['points'] =>
  Array.from({ length: days === 1 ? 24 : days }, (_, i) => {
    const jour = days === 1 ? du : addDays(du, i)
    const heure = days === 1 ? i : null
    const own = sums.filter(sum => sum.jour === jour && (days === 1 ? sum.heure === i : sum.counts))
    return { jour, heure, ...add(own) }
  })
