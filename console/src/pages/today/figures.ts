import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { answerOf, api, type Shapes } from '../../api/client.ts'

export const COMPARISONS = ['semaine', 'precedente', 'annee'] as const
export type Comparison = (typeof COMPARISONS)[number]

/** The selected days (undefined: today), with `jour` if it is a single day; and the store (undefined: all). */
export type Selection = {
  du: string | undefined
  au: string | undefined
  jour: string | undefined
  isDay: boolean
  comparaison: Comparison
  magasinId: number | undefined
}
export const GROUPINGS = ['categorie', 'fournisseur', 'paiement'] as const
export type Grouping = (typeof GROUPINGS)[number]
export type Groups = Shapes['ChiffresGroupes']
export type Group = Groups['groupes'][number]
export type Figures = Shapes['ChiffresPeriode']
export type Point = Shapes['PeriodeDeVentes']['points'][number]

export const turnoverOf = ({ montantCents, rembourseCents }: Point) => montantCents - rembourseCents

const EVERY_MS = 30_000
/** Query options of figures that change without action of the user. */
const live = { placeholderData: keepPreviousData, refetchInterval: EVERY_MS }
export const TODAY = 'today'

export const useSales = ({ du, au, comparaison, magasinId }: Partial<Selection>, enabled = true) => {
  const query = { du, au, comparaison, magasinId }
  return useQuery({
    queryKey: [TODAY, 'sales', query],
    queryFn: () => answerOf(api.GET('/api/v1/privee/chiffres-ventes/periodes', { params: { query } })),
    ...live,
    enabled,
  })
}

export const useGroups = ({ du, au, comparaison, magasinId }: Selection, par: Grouping) => {
  const query = { du, au, comparaison, magasinId, par }
  return useQuery({
    queryKey: [TODAY, 'groups', query],
    queryFn: () => answerOf(api.GET('/api/v1/privee/chiffres-ventes/groupes', { params: { query } })),
    ...live,
  })
}

const topsOf = ({ du, au, magasinId }: Selection) => ({ jour: du, au, magasinId })

export function useBestSellers(shown: Selection) {
  const query = topsOf(shown)
  return useQuery({
    queryKey: [TODAY, 'articles', query],
    queryFn: () => answerOf(api.GET('/api/v1/privee/chiffres-articles', { params: { query } })),
    ...live,
  })
}

export function usePromotionFigures(shown: Selection) {
  const query = topsOf(shown)
  return useQuery({
    queryKey: [TODAY, 'promotions', query],
    queryFn: () => answerOf(api.GET('/api/v1/privee/chiffres-promotions', { params: { query } })),
    ...live,
  })
}

export const usePaymentFigures = ({ jour }: Selection) =>
  useQuery({
    queryKey: [TODAY, 'payments', jour],
    queryFn: () => answerOf(api.GET('/api/v1/privee/chiffres-paiements', { params: { query: { jour } } })),
    ...live,
  })

export const useWaitingSlips = () =>
  useQuery({
    queryKey: [TODAY, 'slips'],
    queryFn: () => answerOf(api.GET('/api/v1/privee/bordereaux-en-attente')),
    ...live,
  })

export const useBelowThreshold = (storeId: number | undefined) =>
  useQuery({
    queryKey: [TODAY, 'thresholds', storeId],
    queryFn: async () => {
      const query = { sousSeuil: true, storeId, limit: 1 }
      return (await answerOf(api.GET('/api/v1/privee/stocks', { params: { query } }))).total
    },
    ...live,
  })

export const useRepairAges = (magasinId: number | undefined) =>
  useQuery({
    queryKey: [TODAY, 'repairs', magasinId],
    queryFn: () =>
      answerOf(api.GET('/api/v1/privee/chiffres-reparations', { params: { query: { magasinId } } })),
    ...live,
  })
