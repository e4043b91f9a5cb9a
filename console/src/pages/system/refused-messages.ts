import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { answerOf, api, type Shapes } from '../../api/client.ts'

export type DeadLetter = Shapes['MessageRefuse']

export const LIMIT = 20
const PATH = '/api/v1/privee/messages-refuses'
const ALL = ['refused-messages']

export const useDeadLetters = (file: string, page: number) =>
  useQuery({
    queryKey: [...ALL, file, page],
    queryFn: () =>
      answerOf(api.GET(PATH, { params: { query: { page, limit: LIMIT, ...(file && { file }) } } })),
    placeholderData: keepPreviousData,
    refetchInterval: 5_000,
  })

const one = (id: number) => ({ params: { path: { id } } })

export const useDeadLetter = (id: number) =>
  useQuery({
    queryKey: [...ALL, id],
    queryFn: () => answerOf(api.GET(`${PATH}/{id}`, one(id))),
  })

export const replayDeadLetter = (id: number) => answerOf(api.POST(`${PATH}/{id}/reprises`, one(id)))

export const deleteDeadLetter = (id: number) => answerOf(api.DELETE(`${PATH}/{id}`, one(id)))

/** Refetches the dead letters and the state of the system. */
export function useRefetchDeadLetters() {
  const client = useQueryClient()
  return () =>
    Promise.all(
      [ALL, ['system']].map(queryKey => client.invalidateQueries({ queryKey, refetchType: 'active' })),
    )
}
