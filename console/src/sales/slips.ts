import { answerOf, api, type Shapes } from '../api/client.ts'

export const SLIPS = ['slips']

/** Address of the printable page with one sheet per slip. */
export const printAddress = (ids: readonly number[]) =>
  `/api/v1/privee/bordereaux?ids=${ids.join(',')}&format=html`

/** Returns the slips of an order in the stores to which the user's rights apply. */
export async function listSlipsOfOrder(ordreId: string): Promise<readonly Shapes['Bordereau'][]> {
  const answer = await answerOf(api.GET('/api/publique/bordereau', { params: { query: { ordreId } } }))
  return Array.isArray(answer) ? answer : answer.data
}

export const prepareSlip = (id: number) =>
  answerOf(
    api.PATCH('/api/v1/privee/bordereaux/{id}', { params: { path: { id } }, body: { statut: 'prepare' } }),
  )
