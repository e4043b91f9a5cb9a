import Type, { type Static, type TSchema } from 'typebox'
import type { Mentions } from '../events/dead-letters/content.ts'
import { Shape } from '../http/pages.ts'
import { createOperationFactory } from '../peers/operation.ts'
import { problems } from '../problem.ts'

export const CollectedData = Shape('DonneesPersonnelles', {
  donnees: Type.Record(Type.String(), Type.Array(Type.Unknown()), { description: 'Rows, by table' }),
  obstacles: Type.Array(Type.String(), { description: 'Reasons that currently prevent an erasure' }),
})
export type CollectedData = Static<typeof CollectedData>

const Erased = Shape('LignesEffacees', {
  lignes: Type.Record(Type.String(), Type.Integer(), {
    description: 'Number of rows deleted or changed, by table',
  }),
})

/** The operations on the personal data of an area. */
export type PersonalDataOperations<Person extends TSchema = TSchema> = ReturnType<
  typeof definePersonalDataOperations<Person>
>

const config = {
  access: 'internal',
  rights: ['peer'],
  bare: false,
  repeatable: true,
  timeoutMs: 30_000,
} as const

/**
 * Defines the operations of every area with personal data, under the area's own prefix. `person` is the schema of a
 * person, who is named in the body, because URLs are logged. `namesOf` returns the names by which events may refer to
 * the person, `mentionsOf` all identifiers that dead letters may contain.
 */
export const definePersonalDataOperations = <Person extends TSchema>(
  person: Person,
  names: {
    namesOf: (person: Static<Person>) => readonly string[]
    mentionsOf: (person: Static<Person>) => Mentions
  },
) => ({
  ...names,
  collect: (area: string) =>
    createOperationFactory(area)({
      method: 'POST',
      url: '/api/v1/privee/donnees-personnelles',
      config,
      schema: {
        operationId: `collectPersonalData-${area}`,
        summary: 'Collect the personal data of an area',
        description: 'Answers with all data that this area stores about a person.',
        body: person,
        response: { 200: CollectedData, ...problems(400, 401) },
      },
    }),
  erase: (area: string) =>
    createOperationFactory(area)({
      method: 'POST',
      url: '/api/v1/privee/effacements',
      config: { ...config, errors: ['effacement-impossible'] },
      schema: {
        operationId: `erasePersonalData-${area}`,
        summary: 'Erase a person from an area',
        description: 'Amounts and counts remain, under a pseudonym.',
        body: Type.Object({ personne: person, pseudonyme: Type.String({ minLength: 1, maxLength: 50 }) }),
        response: { 200: Erased, ...problems(400, 401, 409, 503) },
      },
    }),
})
