import Type from 'typebox'
import { Problem } from '../problem.ts'

/**
 * The header by which a caller says which state of a record a change is meant for (RFC 9110, 13.1.1): the field with the
 * moment of its last change, in quotation marks. The ETag of a read is weak and differs between views of the record, so it
 * cannot be used here.
 */
export const ifMatch = (field: 'updatedAt' | 'dateModification') =>
  Type.Object({
    'If-Match': Type.Optional(
      Type.String({
        maxLength: 200,
        description: `The \`${field}\` that the caller has seen, in quotation marks: 412 when it has changed since`,
        examples: ['"2026-11-22T16:05:00.000Z"'],
      }),
    ),
  })

/** What the header of a call demands; undefined: nothing. */
export type Seen = { includes(updatedAt: Date | string): boolean } | undefined

export function seenBy({ headers }: { headers: { 'if-match'?: string | undefined } }): Seen {
  const given = headers['if-match']?.trim()
  if (given === undefined || given === '*') return undefined
  const tags = given.split(',').map(tag => tag.trim())
  return { includes: updatedAt => tags.includes(`"${new Date(updatedAt).toISOString()}"`) }
}

export const changedSince = () =>
  new Problem(412, 'modifie-entre-temps', 'Somebody has changed this since; read it again')
