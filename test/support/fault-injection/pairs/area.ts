import Type from 'typebox'
import { defineArea } from '../../../../src/platform/area.ts'
import { sql } from '../../../../src/platform/database/sql.ts'
import { consumer, eventKind } from '../../../../src/platform/events/event.ts'
import { Problem } from '../../../../src/platform/problem.ts'

/** Defines an event about one order, with the version that the change created. Consumers reject it if `isBad`. */
export const defineChange = (queue: string) =>
  eventKind(queue, Type.Object({ ordre: Type.String(), version: Type.Integer(), isBad: Type.Boolean() }))

/** Defines an area that inserts a row for each event that it consumes, so that duplicate effects are visible. */
export const definePairArea = (queue: string) =>
  defineArea({
    name: 'pairs',
    calls: [],
    announces: [defineChange(queue)],
    open: () => ({
      routes: async () => {},
      consumers: [
        consumer(defineChange(queue), {
          handle: async (tx, { ordre, version, isBad }) => {
            if (isBad) throw new Problem(422, 'valeur-refusee', 'Nobody wants it')
            await tx.run(sql`insert into public.effet values (${ordre}, ${version})`)
          },
        }),
      ],
    }),
  })

export const TABLES = `
  create table public.ordre (id text primary key, version integer not null);
  create table public.effet (ordre text not null, version integer not null)`
