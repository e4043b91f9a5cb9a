import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { eventually } from './eventually.ts'
import type { Erasure } from './marked-customer.ts'
import type { TestPlatform } from './platform.ts'

export const createMark = () => `zq${randomBytes(6).toString('hex')}`

/** Returns the actions of staff for a customer who exercises their rights, over HTTP. */
export const createRightsActions = ({ call }: TestPlatform, headers: Record<string, string> = {}) => {
  const path = (ref: string | number, what: string) => `/api/v1/privee/clients/${ref}/${what}`
  const read = (ref: string | number) => call<Erasure>('GET', path(ref, 'effacements'), undefined, headers)
  return {
    read,
    export: (ref: string | number) =>
      call<{ domaines: Record<string, Record<string, Record<string, unknown>[]>> }>(
        'GET',
        path(ref, 'export'),
        undefined,
        headers,
      ),
    erase: (ref: string | number) =>
      call<Erasure & { message: string }>('POST', path(ref, 'effacements'), undefined, headers),
    erased: (ref: string | number) =>
      eventually(
        `the erasure of ${ref} is done`,
        async () => {
          const { body } = await read(ref)
          return body.statut === 'termine' && body
        },
        50_000,
      ),
    /** Waits until exactly these areas have erased the customer. */
    erasedIn: (ref: string | number, areas: string[]) =>
      eventually(`${areas} have erased ${ref}`, async () => {
        const { body } = await read(ref)
        const done = body.domaines.filter(({ faitLe }) => faitLe).map(({ domaine }) => domaine)
        return done.sort().join() === areas.sort().join() && body
      }),
    client: async (fields: object = {}) =>
      (
        await call<{ id: number; idClient: string }>(
          'POST',
          '/api/publique/clients',
          { nom: 'Lovelace', prenom: 'Ada', adresseMail: `${createMark()}@example.org`, ...fields },
          headers,
        )
      ).body,
  }
}

/** Locks a table against writes; returns a function that releases the lock. */
export async function lockTable(databaseUrl: string, table: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`begin; lock table ${table} in share mode`)
  return () => client.end()
}
