import { answerOf, api } from '../../api/client.ts'
import { asPage } from '../../api/lists.ts'
import type { ExportSource } from './read-all.ts'
import { recordColumns } from './record-columns.ts'

type Kind = 'produits' | 'fournisseurs' | 'magasins' | 'entrepots'
type Query = { page: number; limit: number; sort?: string }

/** Reference data with these filters, in the columns that its import reads. */
export const recordExport = <Filters extends object>(
  kind: Kind,
  filters?: Filters,
): ExportSource<{ id?: number }> => ({
  name: kind,
  columns: recordColumns(kind),
  rowKey: ({ id = 0 }) => id,
  read: async paging => {
    const query: Query = { sort: 'id', ...filters, ...paging }
    const answer = await answerOf(api.GET(`/api/publique/${kind}`, { params: { query } }))
    const { rows, total } = asPage<{ id?: number }>(answer)
    return { data: rows, total }
  },
})
