import Type from 'typebox'
import { Id } from '../platform/http/pages.ts'

export const RecordId = Type.Object({ id: Id })

export const ImportAnswer = Type.Object({
  succes: Type.Boolean(),
  created: Type.Integer(),
  failed: Type.Integer(),
  errors: Type.Array(Type.Object({ line: Type.Integer(), error: Type.String() })),
})

/** `{rows, total, page, limit, totalPages}` */
export const pageSchema = <Row extends Type.TSchema>(row: Row) =>
  Type.Object({
    rows: Type.Array(row),
    total: Type.Integer(),
    page: Type.Integer(),
    limit: Type.Integer(),
    totalPages: Type.Integer(),
  })

export const Category = Type.Object({ nom: Type.String(), nombreProduits: Type.Integer() })

export const Article = Type.Object({
  ref: Type.String(),
  id: Type.Integer(),
  ean: Type.String(),
  nom: Type.String(),
  prixDeVenteCents: Type.Integer(),
  categories: Type.String(),
  statutProduit: Type.String(),
})
