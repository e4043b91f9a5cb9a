import { Problem } from '../../platform/problem.ts'
import type { BasketRequest, NewBasket, PricedBasket } from '../basket-schemas.ts'
import { formatCodes, resolveTerms } from '../codes/evaluate-codes.ts'
import type { Context } from '../context.ts'
import { anonymousCustomer, type OrderingCaller, resolveCustomer } from '../customer.ts'
import { parseAddress } from '../delivery/method-index.ts'
import { computeOffers, type Offer } from '../delivery/offers.ts'
import { weightOf } from '../delivery/weight.ts'
import { findAvailable, findProducts, findStore } from '../peers.ts'
import { type Basket, computeBasket, discountsOf, type PromotionIndex } from '../pricing/basket.ts'
import { checkSum, createOrderLines, type OrderedLine, priceLines, reservableArticles } from './lines.ts'

/**
 * Prices a basket at the prices and with the promotions of an order placed now, and adds the available units of each
 * article and, while any delivery method is active, the methods offered for the address. An unproven customer gets the
 * prices for everybody. Throws 400 for an unknown country; 401 if the customer must be proven by an invalid bearer
 * token; 422 for an article that is unknown or not for sale, too large a sum, or an unknown store.
 */
export async function priceBasket(
  context: Context,
  request: OrderingCaller,
  { idClient, articles, magasinId, codes, adresseLivraison, livraison }: NewBasket,
): Promise<PricedBasket> {
  const { clock, peers, promotions, settings } = context
  const storeId = magasinId ?? undefined
  const address = parseAddress(adresseLivraison ?? {})
  const [products, { index, methods }, customer, storeFound] = await Promise.all([
    findProducts(peers, articles),
    promotions.current(),
    idClient ? resolveCustomer(context, request.caller, idClient) : anonymousCustomer,
    storeId === undefined || findStore(peers, storeId),
  ])
  if (!storeFound) throw new Problem(422, 'magasin-inconnu', `Store ${storeId} not found`)
  const lines = priceLines(articles, products)
  const [terms, available] = await Promise.all([
    resolveTerms(context, request, { codes, customer, now: clock.now() }, index),
    findAvailable(peers, reservableArticles(lines), storeId),
  ])
  const basket = computeBasket(lines, index, terms)
  const priced = formatBasket(basket, index, available)
  if (methods.length === 0) return { ...priced, ...formatCodes(terms.codes, { basket, index }) }
  const micrograms = weightOf(articles, products, settings.defaultWeightG)
  const shipment = { goodsCents: basket.totalCents, micrograms, address }
  const offers = computeOffers(methods, shipment, { index, ...terms })
  const chosen = offers.find(({ method }) => method.code === livraison?.code)
  const livraisonCents = chosen?.prixCents ?? 0
  return {
    ...priced,
    offresLivraison: offers.map(formatOffer),
    livraison: chosen ? formatOffer(chosen) : null,
    livraisonCents,
    totalCents: priced.totalCents + livraisonCents,
    ...formatCodes(terms.codes, { basket, index, offer: chosen }),
  }
}

const formatOffer = ({ method, prixCents, promotionId }: Offer) => ({ ...method, prixCents, promotionId })

export function formatBasket(
  { lines, totalCents }: Basket<OrderedLine>,
  { descriptions }: PromotionIndex,
  available: Map<string, number>,
): PricedBasket {
  return {
    lignes: lines.map(({ line, totalCents, discounts }) => ({
      id: Number(line.articleId),
      nom: line.nom,
      quantite: line.quantite,
      prixUnitaireCents: line.prixUnitaireCents,
      disponible: available.get(line.articleId) ?? null,
      stockConnu: available.has(line.articleId),
      remises: discounts,
      totalCents,
      ...(line.retractable === false && { retractable: line.retractable }),
    })),
    remises: discountsOf({ lines }).map(({ promotionId, montantCents }) => ({
      promotionId,
      description: descriptions.get(promotionId) ?? '',
      montantCents,
    })),
    sousTotalCents: lines.reduce((sum, { line }) => sum + line.quantite * line.prixUnitaireCents, 0),
    totalCents,
  }
}

/**
 * Returns the total of a basket in cents after promotions, at the unit prices in the request. An unproven customer gets
 * the promotions for everybody. Throws 401 if the customer must be proven by an invalid bearer token, 422 for too large
 * a sum.
 */
export async function calculateBasket(
  context: Context,
  request: OrderingCaller,
  { idClient, articles, codes }: BasketRequest,
): Promise<number> {
  const { clock, peers, promotions } = context
  checkSum(articles)
  const [products, { index }, customer] = await Promise.all([
    findProducts(peers, articles),
    promotions.current(),
    idClient ? resolveCustomer(context, request.caller, idClient) : anonymousCustomer,
  ])
  const terms = await resolveTerms(context, request, { codes, customer, now: clock.now() }, index)
  return computeBasket(createOrderLines(articles, products), index, terms).totalCents
}
