import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { answerOf, api, type Shapes } from '../../api/client.ts'

export type Repair = Shapes['FicheReparation']
export type Step = NonNullable<Repair['statut']>

export const REPAIRS = ['repairs']
export const LIMIT = 20

export const STEPS = ['ARRIVE_DEPOT', 'EN_REPARATION', 'REPARATION_OK', 'EXPEDIE_CLIENT'] as const
export const FILTERS = ['SANS_EVENEMENT', ...STEPS] as const

/** Usual step after `statut`; undefined after the last one. */
export const nextStep = (statut: Repair['statut']): Step | undefined =>
  STEPS[statut === null ? 0 : STEPS.indexOf(statut) + 1]

type RepairFilters = { step: string; search: string; page: number; limit: number }

export function readRepairs({ step, search, ...paging }: RepairFilters) {
  const statut = FILTERS.find(known => known === step)
  const query = {
    ...paging,
    ...(statut && { statut }),
    ...(step === '' && { enCours: true }),
    ...(search !== '' && { search }),
  }
  return answerOf(api.GET('/api/v1/privee/fiches-reparation', { params: { query } }))
}

export const useRepairs = (filters: Omit<RepairFilters, 'limit'>) =>
  useQuery({
    queryKey: [...REPAIRS, 'list', filters],
    queryFn: () => readRepairs({ ...filters, limit: LIMIT }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  })

/** The number of events that wait for the after-sales application, if it has failed to accept the first one; else 0. */
export const usePendingEventCount = () =>
  useQuery({
    queryKey: [...REPAIRS, 'waiting'],
    queryFn: async () => {
      const query = { limit: 1 }
      const { data, total } = await answerOf(
        api.GET('/api/v1/privee/evenements-en-attente', { params: { query } }),
      )
      return data.some(({ essais }) => essais > 0) ? total : 0
    },
    refetchInterval: 30_000,
  })

export const readRepair = (id: number) =>
  answerOf(api.GET('/api/publique/fiche_reparation/{id}', { params: { path: { id } } }))

export const recordEvent = (ticketId: string, event: Step) =>
  answerOf(
    api.POST('/api/publique/events_reparation', {
      body: { ticketId, event, at: new Date().toISOString() },
    }),
  )

const DAY_MS = 86_400_000
/** Age of a sheet in whole days. */
export const daysSince = (moment: string, now = Date.now()) =>
  Math.max(0, Math.floor((now - Date.parse(moment)) / DAY_MS))
