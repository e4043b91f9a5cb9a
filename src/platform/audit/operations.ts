import Type, { type Static } from 'typebox'
import { LastMoment, Moment, Nullable, Shape, Timestamp } from '../http/pages.ts'
import { createOperationFactory } from '../peers/operation.ts'
import { problems } from '../problem.ts'

/** An entry of the audit trail. */
export const AuditEntry = Shape('Audit', {
  id: Type.Integer({ description: 'Number of the entry, unique within its area' }),
  le: Timestamp,
  domaine: Type.String({ description: 'Area in which the change was made' }),
  nature: Type.Enum(['cle', 'personnel']),
  auteurId: Nullable(Type.Integer({ description: 'Null for a key from the settings' })),
  auteur: Type.String({ description: 'Name of the API key or member of staff' }),
  operation: Type.String({
    description: 'The `operationId` in the OpenAPI document',
    examples: ['revokeKey'],
  }),
  enregistrement: Nullable(Type.String({ description: 'Identifier of the record' })),
  resultat: Type.Enum(['fait', 'refuse']),
  codeHttp: Nullable(
    Type.Integer({ description: 'HTTP status of a refused call; null for a successful change' }),
  ),
  requestId: Type.String(),
  libelle: Nullable(
    Type.String({ description: 'Name of the record; null if it is unknown or personal data' }),
  ),
  modifications: Nullable(
    Type.Array(
      Type.Object({
        champ: Type.String(),
        avant: Type.Optional(Type.Unknown()),
        apres: Type.Optional(Type.Unknown()),
      }),
      {
        description:
          'Changed fields; without values if these are long or personal data. Null if the operation describes none',
      },
    ),
  ),
})
export type AuditEntry = Static<typeof AuditEntry>

export const AuditFilter = Type.Object({
  auteur: Type.Optional(Type.String({ maxLength: 200, description: 'Name of the author' })),
  recherche: Type.Optional(
    Type.String({
      minLength: 2,
      maxLength: 200,
      description:
        'Parts of the name of the author or of the record, or of its identifier. Case and accents do not matter. Searches the newest 50,000 entries of each area that match the other filters',
    }),
  ),
  operation: Type.Optional(
    Type.String({ maxLength: 2_000, description: 'One operation, or several separated by commas' }),
  ),
  enregistrement: Type.Optional(Type.String({ maxLength: 200, description: 'Identifier of the record' })),
  dateFrom: Type.Optional(Moment('Inclusive')),
  dateTo: Type.Optional(LastMoment('Inclusive')),
})
export type AuditFilter = Static<typeof AuditFilter>

/**
 * Defines the operation that lists the newest audit entries of an area, newest first. An area with `asksHolders` calls
 * it on every area and merges the results.
 */
export const defineAuditTrailOperation = <const Area extends string>(area: Area) =>
  createOperationFactory(area)({
    method: 'GET',
    url: '/api/v1/privee/audits-du-domaine',
    config: { access: 'internal', rights: ['peer'], bare: false },
    schema: {
      operationId: `readAuditTrail-${area}`,
      summary: 'List the audit trail of an area',
      description: 'Lists what keys and members of staff changed in this area, newest first.',
      querystring: Type.Object({
        ...AuditFilter.properties,
        limit: Type.Integer({ minimum: 1, maximum: 100_000 }),
      }),
      response: {
        200: Type.Object({ data: Type.Array(AuditEntry), total: Type.Integer() }),
        ...problems(400),
      },
    },
  })
