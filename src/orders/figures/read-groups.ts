import type { OrdersPlatform } from '../peers.ts'
import { resolvePeriods } from './read-periods.ts'
import type { GroupFigures, GroupSearch } from './schemas.ts'
import { type GroupSum, listGroups } from './store/groups.ts'

/** Returns the sales of a period and of the compared one by group. Throws 400 for an empty or too long period. */
export async function readGroups(
  { db, clock }: Pick<OrdersPlatform, 'db' | 'clock'>,
  { par, ...search }: GroupSearch,
): Promise<GroupFigures> {
  const { about, bounds, compared, magasinId, cut } = resolvePeriods(clock, search)
  const list = async (period: typeof bounds) =>
    new Map(
      (await listGroups(db, period, { magasinId, cut, par })).map(sum => [`${sum.nature} ${sum.cle}`, sum]),
    )
  const [now, before] = await Promise.all([list(bounds), list(compared)])
  const groupes = [...new Map([...before, ...now])].map(([key, { nature, cle, nom }]) => ({
    ...{ nature, cle, nom, ...countsOf(now.get(key)), reference: countsOf(before.get(key)) },
  }))
  return {
    ...{ ...about, periode: bounds, reference: compared },
    groupes: groupes.sort(
      (a, b) =>
        b.chiffreAffairesCents - a.chiffreAffairesCents ||
        b.reference.chiffreAffairesCents - a.reference.chiffreAffairesCents,
    ),
  }
}

const countsOf = ({ commandes = 0, quantite = 0, chiffreAffairesCents = 0 }: Partial<GroupSum> = {}) => ({
  ...{ commandes, quantite, chiffreAffairesCents },
})
