import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { answerOf, api, type Shapes } from '../../api/client.ts'

export type Member = Shapes['MembrePersonnel']
export type MemberChanges = Shapes['ChangementMembrePersonnel']

export const TEAM = ['team']
export const LIMIT = 20
export const LEAST_PASSWORD = 12

export const useMembers = (page: number) =>
  useQuery({
    queryKey: [...TEAM, page],
    queryFn: () =>
      answerOf(api.GET('/api/v1/privee/personnel', { params: { query: { page, limit: LIMIT } } })),
    placeholderData: keepPreviousData,
  })

export const addMember = (body: Shapes['NouveauMembrePersonnel']) =>
  answerOf(api.POST('/api/v1/privee/personnel', { body }))

/** Changes a member as they were seen: 412 when somebody else was quicker. */
export const changeMember = ({ id, updatedAt }: Member, body: MemberChanges) =>
  answerOf(
    api.PATCH('/api/v1/privee/personnel/{id}', {
      params: { path: { id }, header: { 'If-Match': `"${updatedAt}"` } },
      body,
    }),
  )

/** How a member is now. There is no route for one: the list has them in the order in which they joined. */
export async function memberNow(id: number): Promise<Member | undefined> {
  for (let page = 1; ; page++) {
    const query = { page, limit: 100 }
    const { data, total } = await answerOf(api.GET('/api/v1/privee/personnel', { params: { query } }))
    const found = data.find(member => member.id === id)
    if (found || page * 100 >= total) return found
  }
}
