import { answerOf, api, ComptoirError, type Shapes } from '../api/client.ts'
import { type Answer, useAnswer } from '../api/use-answer.ts'
import { type BasketLine, basket } from '../state/basket.ts'
import { session } from '../state/session.ts'

/** `gone`: articles that are no longer sold; the rest is priced without them. */
export type Pricing = { priced: Shapes['Panier']; gone: ReadonlySet<number> }

const NOTHING: Pricing = {
  priced: { lignes: [], remises: [], sousTotalCents: 0, totalCents: 0 },
  gone: new Set(),
}
const GONE = new Set(['produit-inconnu', 'produit-hors-vente'])
const isGone = (error: unknown) => error instanceof ComptoirError && GONE.has(error.code ?? '')

function ask(lines: readonly BasketLine[], magasinId: number | undefined, signal?: AbortSignal) {
  const articles = lines.map(({ id, quantity }) => ({ id, quantite: quantity }))
  const body = { articles, idClient: session.value?.clientId ?? null, magasinId: magasinId ?? null }
  return answerOf(api.POST('/api/v1/publique/paniers', { body, ...(signal ? { signal } : {}) }))
}

/** Prices a basket. One article that is no longer sold makes the request fail, so each is then requested separately. */
export async function priceBasket(
  lines: readonly BasketLine[],
  magasinId?: number,
  signal?: AbortSignal,
): Promise<Pricing> {
  if (lines.length === 0) return NOTHING
  try {
    return { priced: await ask(lines, magasinId, signal), gone: new Set() }
  } catch (error) {
    if (!isGone(error)) throw error
    const tried = await Promise.all(
      lines.map(line =>
        ask([line], undefined, signal).then(
          () => [],
          fault => {
            if (isGone(fault)) return [line.id]
            throw fault
          },
        ),
      ),
    )
    const gone = new Set(tried.flat())
    if (gone.size === 0) throw error
    const rest = lines.filter(({ id }) => !gone.has(id))
    return { ...(await priceBasket(rest, magasinId, signal)), gone }
  }
}

/** The current price of the basket for the customer; with `magasinId`, availability is that of the store. */
export function usePricing(magasinId?: number): Answer<Pricing> {
  const lines = basket.value
  const key = JSON.stringify([
    'basket',
    lines.map(({ id, quantity }) => [id, quantity]),
    magasinId,
    session.value?.clientId,
  ])
  return useAnswer(key, signal => priceBasket(lines, magasinId, signal))
}
