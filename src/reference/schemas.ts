import Type from 'typebox'
import { Id, Shape } from '../platform/http/pages.ts'

export const RecordId = Type.Object({ id: Id })

export const NoBody = Type.Null({ description: 'Deleted; no body' })

/** `{rows, total, page, limit, totalPages}` */
export const pageSchema = <Row extends Type.TSchema>(row: Row) =>
  Type.Object({
    rows: Type.Array(row),
    total: Type.Integer(),
    page: Type.Integer(),
    limit: Type.Integer(),
    totalPages: Type.Integer(),
  })

export const Category = Shape('Categorie', { nom: Type.String(), nombreProduits: Type.Integer() })
