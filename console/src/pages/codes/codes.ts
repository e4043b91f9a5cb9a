import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { answerOf, api, type createKeyHeader, type Shapes } from '../../api/client.ts'

export type PromotionCode = Shapes['CodePromotion']
export type NewCodes = Shapes['NouveauxCodesPromotion']
type KeyHeader = ReturnType<typeof createKeyHeader>

export const CODES = ['promotion-codes']
export const LIMIT = 20
const PATH = '/api/v1/privee/codes-promotion'

type CodeFilters = { promotionId: number | undefined; search: string }

export const readCodes = ({ promotionId, search }: CodeFilters, paging: { page: number; limit: number }) => {
  const query = { ...paging, ...(search && { search }), ...(promotionId && { promotionId }) }
  return answerOf(api.GET(PATH, { params: { query } }))
}

export const useCodes = (promotionId: number | undefined, search: string, page: number) =>
  useQuery({
    queryKey: [...CODES, promotionId, search, page],
    queryFn: () => readCodes({ promotionId, search }, { page, limit: LIMIT }),
    placeholderData: keepPreviousData,
  })

export const createCode = (body: NewCodes, headers: KeyHeader) => answerOf(api.POST(PATH, { body, headers }))

/** Generates codes, and returns them as a CSV file. */
export const generateCodes = (body: NewCodes, headers: KeyHeader): Promise<Blob> =>
  answerOf(api.POST(PATH, { body, headers, parseAs: 'blob' }))

export const revokeCode = (id: number) => answerOf(api.DELETE(`${PATH}/{id}`, { params: { path: { id } } }))

export type CodeState = 'valid' | 'used' | 'expired' | 'revoked'

export function stateOf(code: PromotionCode, promotionEnd: string | undefined, now = Date.now()): CodeState {
  const { revoqueLe, dateFin, utilisations, utilisationsMax } = code
  if (revoqueLe) return 'revoked'
  if ([dateFin, promotionEnd].some(end => end && Date.parse(end) < now)) return 'expired'
  return utilisationsMax !== null && utilisations >= utilisationsMax ? 'used' : 'valid'
}
