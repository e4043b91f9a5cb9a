import Type from 'typebox'

/** The paging parameters of a list that returns everything without them. */
export const OptionalPage = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Which page, from 1' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'How many a page holds' })),
}

export type Page = { page: number; limit: number }

/** Returns `{data, total, page, limit}` of rows and a total that are read concurrently. */
export async function pageOf<Row>({ page, limit }: Page, rows: Promise<Row[]>, count: Promise<number>) {
  const [data, total] = await Promise.all([rows, count])
  return { data, total, page, limit }
}
