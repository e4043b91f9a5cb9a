import { type Clock, today } from '../../platform/clock.ts'
import { addDays } from '../../platform/moment.ts'
import { Problem } from '../../platform/problem.ts'
import type { OrdersPlatform } from '../peers.ts'
import type { DaySearch, SalesDay } from './schemas.ts'
import { ALL_STORES, listHours } from './store/reading.ts'

const HOURS = Array.from({ length: 24 }, (_, heure) => heure)

const MAX_DAYS = 366

/** Returns the number of days of a period. Throws 400 if it is empty or too long. */
export function countDays(first: string, last: string) {
  const days = Temporal.PlainDate.from(first).until(last).days + 1
  if (days >= 1 && days <= MAX_DAYS) return days
  throw new Problem(
    400,
    'requete-invalide',
    `The period from ${first} to ${last} must have 1 to ${MAX_DAYS} days`,
  )
}

/** Completes a search with its defaults: today and all stores. Throws 400 for an empty or too long period. */
export function withDefaults<Search extends DaySearch & { au?: string }>(clock: Clock, search: Search) {
  const { jour = today(clock), au = jour, magasinId = ALL_STORES } = search
  countDays(jour, au)
  return { ...search, jour, au, magasinId }
}

/** Returns the hourly sales of a day and of the day a week earlier. */
export async function readSales({ db, clock }: Pick<OrdersPlatform, 'db' | 'clock'>, search: DaySearch) {
  const { jour, magasinId } = withDefaults(clock, search)
  const before = addDays(jour, -7)
  const hours = Map.groupBy(await listHours(db, [jour, before], magasinId), hour => hour.jour)
  return {
    magasinId: search.magasinId ?? null,
    maintenant: clock.now(),
    jour: salesDay(jour, hours.get(jour)),
    semainePassee: salesDay(before, hours.get(before)),
  }
}

function salesDay(date: string, known: SalesDay['heures'] = []): SalesDay {
  const nothing = { commandes: 0, montantCents: 0, rembourseCents: 0 }
  const heures = HOURS.map(heure => known.find(each => each.heure === heure) ?? { heure, ...nothing })
  const sum = (of: keyof typeof nothing) => heures.reduce((total, hour) => total + hour[of], 0)
  const commandes = sum('commandes')
  const montantCents = sum('montantCents')
  const rembourseCents = sum('rembourseCents')
  return {
    ...{ date, commandes, montantCents, rembourseCents, heures },
    chiffreAffairesCents: montantCents - rembourseCents,
    panierMoyenCents: commandes === 0 ? null : Math.round(montantCents / commandes),
  }
}
