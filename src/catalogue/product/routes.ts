import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { listStoresSelling } from '../../logistics/contract.ts'
import { withTimeout } from '../../platform/concurrency/timeout.ts'
import { Id } from '../../platform/http/pages.ts'
import { Problem, problems } from '../../platform/problem.ts'
import { withoutFinalSlashes } from '../../platform/text.ts'
import { completePicture } from '../../reference/contract.ts'
import type { Context } from '../context.ts'
import { findListed } from '../listing/store.ts'
import { ProductInDetail } from '../schemas.ts'

/** The maximum time that a product page waits for the stocks. */
const TIMEOUT_MS = 1_000

/**
 * Returns a listed product with its current stocks from logistics; this area stores only whether it is available. If
 * logistics is not configured, fails or takes longer than a second, the stocks are omitted and `enStock` is the last
 * known state. Throws 404 if the product is not listed.
 */
async function getListedProduct(context: Context, id: number, showCosts: boolean): Promise<ProductInDetail> {
  const [found, magasins] = await Promise.all([findListed(context.db, id), storesWith(context, id)])
  if (!found) throw new Problem(404, 'produit-inconnu', `Product with id ${id} not found`)
  const { document, prixDAchatFournisseurCents: cents, enStock, stockConnu } = found
  const costs = showCosts && cents !== null ? { prixDAchatFournisseurCents: cents } : {}
  const reduced = await context.reduce([{ ...found, id }])
  const base = withoutFinalSlashes(context.config.publicUrl ?? '')
  const photosUrls = document.photosUrls.map(photo => completePicture(base, photo))
  const product = { ...document, photosUrls, enStock, stockConnu, ...costs, ...reduced?.get(id) }
  if (!magasins) return product
  // The stock of a product without stock rows is unknown.
  const disponible = magasins.length > 0 ? magasins.reduce((sum, { quantity }) => sum + quantity, 0) : null
  const known = { enStock: disponible === null || disponible > 0, stockConnu: disponible !== null }
  return { ...product, ...known, disponible, magasins }
}

async function storesWith({ peers, log }: Context, productId: number) {
  if (!peers.knows('logistics')) return undefined
  const request = peers.ask(listStoresSelling, { params: { productId } })
  try {
    return (await withTimeout(TIMEOUT_MS, request)).body
  } catch (error) {
    log.warn({ err: error }, 'The availability of a product could not be read and is omitted')
    return undefined
  }
}

export const productRoutes: FastifyPluginAsyncTypebox<Context> = async (app, context) => {
  app.get('/api/v1/publique/catalogue/:id', {
    config: { access: 'open', takes: ['key'], errors: ['produit-inconnu'] },
    schema: {
      operationId: 'getListedProduct',
      summary: 'Read a listed product',
      description: 'Answers with the product and the quantity that can be sold in each store.',
      params: Type.Object({ id: Id }),
      response: { 200: ProductInDetail, ...problems(400, 404) },
    },
    handler: ({ params, caller }) => getListedProduct(context, params.id, caller.privileged),
  })
}
