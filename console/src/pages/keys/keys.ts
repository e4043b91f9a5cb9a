import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { answerOf, api, type Shapes } from '../../api/client.ts'

export type Key = Shapes['Cle']

export const KEYS = ['keys']
export const LIMIT = 20

export const useKeys = (page: number) =>
  useQuery({
    queryKey: [...KEYS, page],
    queryFn: () => answerOf(api.GET('/api/v1/privee/cles', { params: { query: { page, limit: LIMIT } } })),
    placeholderData: keepPreviousData,
  })

export const createKey = (body: Shapes['NouvelleCle']) => answerOf(api.POST('/api/v1/privee/cles', { body }))

export const revokeKey = (id: number) =>
  answerOf(api.DELETE('/api/v1/privee/cles/{id}', { params: { path: { id } } }))

export const isExpired = ({ expireLe }: Key) => expireLe !== null && Date.parse(expireLe) < Date.now()
