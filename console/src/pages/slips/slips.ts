import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { answerOf, api, type Shapes } from '../../api/client.ts'
import { SLIPS } from '../../sales/slips.ts'

export type Slip = Shapes['Bordereau']
export type SlipStatus = Slip['statut']

export const LIMIT = 20

/** The statuses of a slip in the order of progress, the cancelled one last. */
export const STATUSES = ['a_preparer', 'incomplet', 'prepare', 'expedie', 'livre', 'annule'] as const

const isStatus = (text: string): text is SlipStatus => STATUSES.some(status => status === text)

type SlipFilters = { statut: string; storeId: string; ordreId: string; page: number; limit: number }

export async function readSlips({ statut, storeId, ordreId, page, limit }: SlipFilters) {
  const query = {
    ...{ page, limit },
    ...(ordreId !== '' && { ordreId }),
    ...(isStatus(statut) && { statut }),
    ...(storeId !== '' && { storeId: Number(storeId) }),
  }
  const answer = await answerOf(api.GET('/api/publique/bordereau', { params: { query } }))
  // The route returns a plain array if no page is requested.
  return Array.isArray(answer) ? { data: answer, total: answer.length } : answer
}

export const useSlips = (filters: Omit<SlipFilters, 'limit'>) =>
  useQuery({
    queryKey: [...SLIPS, 'list', filters],
    queryFn: () => readSlips({ ...filters, limit: LIMIT }),
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  })

export const useWaiting = () =>
  useQuery({
    queryKey: [...SLIPS, 'waiting'],
    queryFn: () => answerOf(api.GET('/api/v1/privee/bordereaux-en-attente')),
    refetchInterval: 15_000,
  })

export const countMissing = ({ articles }: Slip) => articles.reduce((sum, { manquant }) => sum + manquant, 0)

const NAME = ['prenom', 'nom']
const TOWN = ['codePostal', 'ville']

/**
 * Returns an address as one line: its name, postal code and town if it has any of these, else all its texts and
 * numbers. The client that places an order defines the shape of its address, which may also be a text.
 */
export function addressLine(address: unknown): string {
  if (typeof address === 'string') return address
  if (typeof address !== 'object' || address === null) return ''
  const texts = Object.entries(address).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[name, String(value)] as const] : [],
  )
  const values = new Map(texts)
  const [name, town] = [NAME, TOWN].map(fields =>
    fields
      .map(field => values.get(field))
      .filter(Boolean)
      .join(' '),
  )
  return [name, town].filter(Boolean).join(', ') || [...values.values()].join(', ')
}
