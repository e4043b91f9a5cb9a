import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { answerOf, api, type Shapes } from '../../api/client.ts'

export type Member = Shapes['MembrePersonnel']
export type MemberChanges = Shapes['ChangementMembrePersonnel']

export const TEAM = ['team']
export const LIMIT = 20
export const MIN_PASSWORD_LENGTH = 12

export const useMembers = (page: number) =>
  useQuery({
    queryKey: [...TEAM, page],
    queryFn: () =>
      answerOf(api.GET('/api/v1/privee/personnel', { params: { query: { page, limit: LIMIT } } })),
    placeholderData: keepPreviousData,
  })

export const addMember = (body: Shapes['NouveauMembrePersonnel']) =>
  answerOf(api.POST('/api/v1/privee/personnel', { body }))

/** Changes a member who is unchanged since they were read; 412 if another user saved first. */
export const changeMember = ({ id, updatedAt }: Member, body: MemberChanges) =>
  answerOf(
    api.PATCH('/api/v1/privee/personnel/{id}', {
      params: { path: { id }, header: { 'If-Match': `"${updatedAt}"` } },
      body,
    }),
  )

/**
 * The current state of a member, or undefined if there is none. No route returns a single member, so this pages through
 * the list.
 */
export async function fetchMember(id: number): Promise<Member | undefined> {
  for (let page = 1; ; page++) {
    const query = { page, limit: 100 }
    const { data, total } = await answerOf(api.GET('/api/v1/privee/personnel', { params: { query } }))
    const found = data.find(member => member.id === id)
    if (found || page * 100 >= total) return found
  }
}
