import Type from 'typebox'
import { Nullable } from '../../platform/http/pages.ts'

const itemOf = (identifying: string) => ({
  index: Type.Integer({ description: 'Place in the request, from 0' }),
  id: Type.Integer(),
  statut: Type.Unsafe<string>({ type: 'string', enum: ['ok', 'erreur'] }),
  [identifying]: Nullable(Type.Unsafe<unknown>({ type: 'string' })),
})

/** `{succes, modifies, resultats}` of a batch of changes. */
export const BatchAnswer = (identifying: string) =>
  Type.Object({
    succes: Type.Boolean({ description: 'Whether all went well' }),
    modifies: Type.Integer(),
    resultats: Type.Array(
      Type.Object({
        ...itemOf(identifying),
        message: Type.Optional(Type.String({ description: 'What was wrong' })),
      }),
    ),
  })

/** `{succes, supprimes, resultats}` of a bulk deletion. */
export const DeletionAnswer = (identifying: string) =>
  Type.Object({
    succes: Type.Boolean(),
    supprimes: Type.Integer(),
    resultats: Type.Array(Type.Object<Type.TProperties>(itemOf(identifying))),
  })
