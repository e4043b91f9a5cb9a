import type { Right } from '../../../src/platform/http/rights.ts'
import type { TestPlatform } from '../platform.ts'

export type Operation = {
  area: string
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Relative to the host. */
  path: string
  access: 'open' | 'customer' | 'staff' | 'internal'
  rights: readonly Right[]
  addressIsCredential: boolean
  /** The rule for callers limited to stores; undefined if the operation is closed to them. */
  stores: string | undefined
  /** The names of the query parameters. */
  query: readonly string[]
}

type Documented = {
  operationId: string
  'x-access': Operation['access']
  'x-rights'?: Right[]
  'x-address-is-credential'?: boolean
  'x-stores'?: string
  parameters?: { in: string; name: string }[]
}

const SYSTEM = 'system'

function operationsIn({ documents }: TestPlatform, area: string): Operation[] {
  const { paths } = documents.of(area === SYSTEM ? undefined : area)
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, described]) => {
      // This project generates the document, so its operations have these properties.
      const operation = described as unknown as Documented
      return {
        area,
        id: operation.operationId,
        method: method.toUpperCase() as Operation['method'],
        path: area === SYSTEM ? path : `/${area}${path}`,
        access: operation['x-access'],
        rights: operation['x-rights'] ?? [],
        addressIsCredential: operation['x-address-is-credential'] ?? false,
        stores: operation['x-stores'],
        query: (operation.parameters ?? []).flatMap(each => (each.in === 'query' ? each.name : [])),
      }
    }),
  )
}

/** These operations run last, because they end the caller's session. */
const END_A_SESSION = ['logout', 'endSessions', 'signOutStaff']
export const endsSession = ({ id }: Operation) => END_A_SESSION.includes(id)

/** Lists every operation in the documents of the areas and of the host once, those that end a session last. */
export function listAllOperations(shop: TestPlatform, areas: readonly string[]): Operation[] {
  const seen = new Map<string, Operation>()
  for (const area of [...areas, SYSTEM])
    for (const operation of operationsIn(shop, area)) {
      const isNew = !seen.has(operation.id)
      if (isNew) seen.set(operation.id, operation)
    }
  const all = [...seen.values()]
  return [...all.filter(operation => !endsSession(operation)), ...all.filter(endsSession)]
}
