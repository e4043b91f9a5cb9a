import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { answerOf, api, type Shapes } from '../../api/client.ts'

/** Selected day (undefined: today) and store (undefined: all). */
export type Selection = { jour: string | undefined; magasinId: number | undefined }
export type Sales = Shapes['ChiffresVentes']
export type SalesDay = Shapes['JourDeVentes']
export type Hour = SalesDay['heures'][number]

export const turnoverOf = ({ montantCents, rembourseCents }: Hour) => montantCents - rembourseCents

const EVERY_MS = 30_000
/** Query options of figures that change without action of the user. */
const live = { placeholderData: keepPreviousData, refetchInterval: EVERY_MS }
export const TODAY = 'today'

export const useSales = (query: Selection) =>
  useQuery({
    queryKey: [TODAY, 'sales', query],
    queryFn: () => answerOf(api.GET('/api/v1/privee/chiffres-ventes', { params: { query } })),
    ...live,
  })

export const useBestSellers = (query: Selection) =>
  useQuery({
    queryKey: [TODAY, 'articles', query],
    queryFn: () => answerOf(api.GET('/api/v1/privee/chiffres-articles', { params: { query } })),
    ...live,
  })

export const usePromotionFigures = (query: Selection) =>
  useQuery({
    queryKey: [TODAY, 'promotions', query],
    queryFn: () => answerOf(api.GET('/api/v1/privee/chiffres-promotions', { params: { query } })),
    ...live,
  })

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
