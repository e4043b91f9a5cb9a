import { answerOf, api, ignoreNotFound, type Shapes } from '../../api/client.ts'

export type Client = Shapes['Client']
/**
 * `accounts`: the shop accounts with the searched e-mail address, if no loyalty customer has it and the user may read
 * accounts; otherwise empty.
 */
export type FoundClients = { clients: Client[]; total: number; accounts: Shapes['Compte'][] }

const isNumber = (text: string) => /^(CLI_\w+|\d{1,15})$/i.test(text)
export const isAddress = (text: string) => text.includes('@')

type Wanted = { search: string; page: number; limit: number; mayAskAccounts: boolean; signal?: AbortSignal }

/** Finds customers by identifier, number, e-mail address or part of a name; an empty search finds all of them. */
export async function findClients({
  search,
  page,
  limit,
  mayAskAccounts,
  signal,
}: Wanted): Promise<FoundClients> {
  if (isNumber(search)) {
    const id = /^cli_/i.test(search) ? search.toUpperCase() : search
    const client = await ignoreNotFound(
      answerOf(api.GET('/api/publique/clients/{id}', { params: { path: { id } }, signal })),
    )
    return { clients: client ? [client] : [], total: client ? 1 : 0, accounts: [] }
  }
  const by = isAddress(search) ? { email: search } : search ? { nom: search } : {}
  const { data, pagination } = await answerOf(
    api.GET('/api/publique/clients', { params: { query: { page, limit, ...by } }, signal }),
  )
  const isUnknown = isAddress(search) && data.length === 0
  const accounts =
    isUnknown && mayAskAccounts
      ? await answerOf(api.GET('/api/v1/privee/comptes', { params: { query: { email: search } }, signal }))
      : []
  return { clients: data, total: pagination.total, accounts }
}
