import type { AreaCall, Product, Purchase } from '../purchase.ts'

/** A route, and every area that contributes to its response. */
export type Probe = { name: string; needs: readonly string[]; ask(ask: AreaCall): Promise<unknown> }

/** Returns the routes whose response times show whether areas respond at their usual speed. */
export const probesOf = ({ id }: Product, { ordreId, transactionId }: Purchase): Probe[] => {
  const read = (area: string, path: string, needs: string[] = []): Probe => ({
    name: `${area} ${path.replace(/\/[^/]*\d[^/]*$/, '/:id')}`,
    needs: [area, ...needs],
    ask: ask => ask(area, 'GET', path),
  })
  return [
    read('reference', `/api/publique/produits/${id}`),
    read('catalogue', '/api/products?search=vis'),
    read('orders', `/api/commandes/${ordreId}`),
    read('payments', `/api/publique/transaction-status/${transactionId}`),
    read('loyalty', '/api/publique/clients?email=ada@example.org'),
    read('logistics', `/api/publique/reserve/${id}`),
    read('promotions', '/api/publique/promotions'),
    {
      name: 'orders basket',
      needs: ['orders', 'reference'],
      ask: ask =>
        ask('orders', 'POST', '/api/publique/promotions/calculer-panier', {
          body: { articles: [{ id, quantite: 2, prixUnitaireCents: 1_000 }] },
        }),
    },
  ]
}

/** Milliseconds of each response, by probe. */
export type Times = Map<string, number[]>

/** Calls the probes in turn, one call at a time, until `over` returns true; adds each response time to `times`. */
export async function measure(ask: AreaCall, probes: readonly Probe[], times: Times, over: () => boolean) {
  while (!over())
    for (const probe of probes) {
      const start = performance.now()
      await probe.ask(ask)
      const list = times.get(probe.name) ?? []
      list.push(performance.now() - start)
      times.set(probe.name, list)
    }
}

export const quantile = (list: readonly number[], share: number) =>
  [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))] ?? Number.NaN
