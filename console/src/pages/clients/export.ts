import { writeMoment } from '../../parts/exports/csv.ts'
import type { ExportSource } from '../../parts/exports/read-all.ts'
import { recordColumns } from '../../parts/exports/record-columns.ts'
import { type Client, findClients } from './find.ts'

const source = (search: string) => ({
  name: 'clients',
  read: async (paging: { page: number; limit: number }) => {
    const { clients, total } = await findClients({ search, ...paging, mayAskAccounts: false })
    return { data: clients, total }
  },
})

/** All customers, in the columns that their import reads. */
export const clientExport: ExportSource<{ id?: number }> = {
  ...source(''),
  columns: recordColumns('clients'),
  rowKey: ({ id = 0 }) => id,
}

/** The customers that a search finds, with further columns. */
export const foundClientExport = (search: string): ExportSource<Client> => ({
  ...source(search),
  columns: [
    { title: 'N° client', value: ({ idClient }) => idClient },
    ...recordColumns<Client>('clients'),
    { title: 'Créé le', value: ({ createdAt }) => writeMoment(createdAt) },
  ],
  rowKey: ({ id }) => id,
})
