import { type Clock, today } from '../../platform/clock.ts'
import { addDays } from '../../platform/moment.ts'
import type { OrdersPlatform } from '../peers.ts'
import type { DaySearch, SalesDay } from './schemas.ts'
import { ALL_STORES, listHours } from './store/reading.ts'

const HOURS = Array.from({ length: 24 }, (_, heure) => heure)

/** Completes a search with its defaults: today and all stores. */
export const withDefaults = <Search extends DaySearch>(clock: Clock, search: Search) => ({
  ...search,
  jour: search.jour ?? today(clock),
  magasinId: search.magasinId ?? ALL_STORES,
})

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
