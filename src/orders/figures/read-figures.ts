import { type Clock, today } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { later } from '../../platform/moment.ts'
import type { DaySearch, SalesDay } from './schemas.ts'
import { ALL_STORES, bestSellers, type Hour, hoursOf, promotionsOf } from './store/reading.ts'

/** Reading needs no pool: a transaction reads too. */
type Parts = { db: Database; clock: Clock }
const HOURS = Array.from({ length: 24 }, (_, heure) => heure)

/** The day that is meant, today unless named, and the store, all of them unless named. */
const named = ({ clock }: Parts, { jour = today(clock), magasinId }: DaySearch) => ({
  jour,
  magasinId: magasinId ?? ALL_STORES,
})

/** The sales of a day by the hour, beside the same day of the week before. */
export async function readSales(parts: Parts, search: DaySearch) {
  const { jour, magasinId } = named(parts, search)
  const before = later(jour, -7)
  const hours = await hoursOf(parts.db, [jour, before], magasinId)
  const dayOf = (of: string) =>
    salesDay(
      of,
      hours.filter(hour => hour.jour === of),
    )
  const maintenant = parts.clock.now()
  return { magasinId: search.magasinId ?? null, maintenant, jour: dayOf(jour), semainePassee: dayOf(before) }
}

function salesDay(jour: string, known: readonly Hour[]): SalesDay {
  const heures = HOURS.map(heure => {
    const hour = known.find(each => each.heure === heure)
    const { commandes = 0, montantCents = 0, rembourseCents = 0 } = hour ?? {}
    return { heure, commandes, montantCents, rembourseCents }
  })
  const sum = (of: 'commandes' | 'montantCents' | 'rembourseCents') =>
    heures.reduce((total, hour) => total + hour[of], 0)
  const [commandes, montantCents, rembourseCents] = [
    sum('commandes'),
    sum('montantCents'),
    sum('rembourseCents'),
  ]
  return {
    ...{ date: jour, commandes, montantCents, rembourseCents },
    chiffreAffairesCents: montantCents - rembourseCents,
    panierMoyenCents: commandes === 0 ? null : Math.round(montantCents / commandes),
    heures,
  }
}

type Limited = DaySearch & { limit: number }

export const readBestSellers = (parts: Parts, search: Limited) =>
  bestSellers(parts.db, { ...named(parts, search), limit: search.limit })

export const readPromotions = (parts: Parts, search: Limited) =>
  promotionsOf(parts.db, { ...named(parts, search), limit: search.limit })
