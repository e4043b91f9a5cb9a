import { useEffect } from 'preact/hooks'
import { answerOf, api, ComptoirError, type Shapes } from '../api/client.ts'
import { type Answer, useAnswer } from '../api/use-answer.ts'
import { type BasketLine, basket } from '../state/basket.ts'
import { delivery, details, isPostcode } from '../state/checkout.ts'
import { codes, refuseCode } from '../state/codes.ts'
import { session } from '../state/session.ts'

/** `gone`: articles that are no longer sold; the rest is priced without them. */
export type Pricing = { priced: Shapes['Panier']; gone: ReadonlySet<number> }

/** Besides the articles, everything that the prices depend on. Undefined entries are left out of the request. */
type Choice = { magasinId?: number; codePostal?: string; pays?: string; mode?: string; codes?: string[] }

const NOTHING: Pricing = {
  priced: { lignes: [], remises: [], sousTotalCents: 0, totalCents: 0 },
  gone: new Set(),
}
const GONE = new Set(['produit-inconnu', 'produit-hors-vente'])
const isGone = (error: unknown) => error instanceof ComptoirError && GONE.has(error.code ?? '')

function ask(lines: readonly BasketLine[], choice: Choice, signal: AbortSignal) {
  const { magasinId, codePostal, pays, mode, codes } = choice
  const body = {
    articles: lines.map(({ id, quantity }) => ({ id, quantite: quantity })),
    idClient: session.value?.clientId ?? null,
    magasinId: magasinId ?? null,
    ...(codePostal && pays && { adresseLivraison: { codePostal, pays } }),
    ...(mode && { livraison: { code: mode } }),
    ...(codes && { codes }),
  }
  return answerOf(api.POST('/api/v1/publique/paniers', { body, signal }))
}

/** Prices a basket. One article that is no longer sold makes the request fail, so each is then requested separately. */
export async function priceBasket(
  lines: readonly BasketLine[],
  choice: Choice,
  signal: AbortSignal,
): Promise<Pricing> {
  if (lines.length === 0) return NOTHING
  try {
    return { priced: await ask(lines, choice, signal), gone: new Set() }
  } catch (error) {
    if (!isGone(error)) throw error
    const tried = await Promise.all(
      lines.map(line =>
        ask([line], {}, signal).then(
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
    return { ...(await priceBasket(rest, choice, signal)), gone }
  }
}

/**
 * The current price of the basket for the customer, with the chosen delivery and codes; with `magasinId`, availability
 * is that of the store. Codes that do not exist are removed, because the platform limits how many of them it answers.
 */
export function usePricing(magasinId?: number): Answer<Pricing> {
  const lines = basket.value
  const { codePostal, pays } = details.value
  const choice: Choice = {
    ...(magasinId !== undefined && { magasinId }),
    ...(isPostcode(codePostal, pays) && { codePostal: codePostal.trim(), pays }),
    ...(delivery.value.code && { mode: delivery.value.code }),
    ...(codes.value.length > 0 && { codes: codes.value }),
  }
  const key = JSON.stringify([
    'basket',
    lines.map(({ id, quantity }) => [id, quantity]),
    choice,
    session.value?.clientId,
  ])
  const answer = useAnswer(key, signal => priceBasket(lines, choice, signal))
  const { data } = answer
  useEffect(() => {
    for (const { code, statut } of data?.priced.codes ?? [])
      if (statut === 'inconnu') refuseCode(code, statut)
  }, [data])
  return answer
}
