import { answerOf, api, type Shapes } from '../api/client.ts'
import { asPage } from '../api/lists.ts'

type Query = {
  page?: number
  limit: number
  sort: string
  fields?: string
  statutProduit?: Shapes['Produit']['statutProduit']
}

const listOf = async (query: Query & { search?: string; filters?: string }) =>
  asPage(await answerOf(api.GET('/api/publique/produits', { params: { query } })))

/**
 * Finds products by the words of their name and description, or by a part of their barcode, also with spaces between
 * its digits. The longer number is first looked for as a barcode, any other text as words.
 */
export async function searchProducts(typed: string, query: Query) {
  const text = typed.trim()
  if (text === '') return listOf(query)
  const value = text.replaceAll(/[\s.-]/g, '')
  const byWords = { ...query, search: text }
  const byCode = { ...query, filters: JSON.stringify([{ field: 'ean', operator: 'contains', value }]) }
  if (!/\d/.test(value)) return listOf(byWords)
  const [first, second] = /^\d{6,}$/.test(value) ? [byCode, byWords] : [byWords, byCode]
  const found = await listOf(first)
  return found.total > 0 ? found : listOf(second)
}
