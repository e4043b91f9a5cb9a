import { stride } from '../support/data.ts'
import { members } from '../support/same-answer.ts'
import type { Scenario } from '../support/scenario.ts'
import { STORES } from './fill.ts'

let written = 0
const sheet = (ticketId: string) => ({
  idClient: 'CLI_0A1B2C3D',
  idProduit: '17',
  ticketId,
  motif: "L'écran reste noir",
  origine: 'Comptoir Lille',
  adresseClient: '12 rue des Halles, 59000 Lille',
})
const newTicket = () => `SAV-${process.pid}-${++written}`

export function logisticsScenarios(products: number, sheets: number): Scenario[] {
  const product = (i: number) => 1 + stride(i, products)
  const store = (i: number) => 1 + ((i * 31) % STORES)
  const page = (i: number) => 1 + ((i * 17) % (products / 10))
  const at = '2026-01-01T00:00:00Z'
  const get = (path: string) => ({ method: 'GET' as const, path, status: 200 })
  const post = (path: string, body: object) => ({ method: 'POST' as const, path, body, status: 201 })
  const patch = (path: string, i: number) => ({
    method: 'PATCH' as const,
    path,
    body: { quantity: 1_000_000 + i },
    status: 200,
  })
  const stocks = '/api/publique/stocks'
  return [
    {
      name: 'a page of a store, with its total',
      connections: 16,
      platform: i => get(`${stocks}?store_id=${store(i)}&page=${page(i)}`),
      bare: i => get(`/stocks?store_id=${store(i)}&page=${page(i)}`),
    },
    {
      name: 'the stock of a product in a store',
      connections: 16,
      platform: i => get(`${stocks}/${store(i)}?stockId=${product(i)}`),
      bare: i => get(`/stock/${store(i)}/${product(i)}`),
    },
    {
      name: `the ${STORES} stores of a product`,
      connections: 16,
      platform: i => get(`/api/publique/reserve/${product(i)}`),
      bare: i => get(`/stores/${product(i)}`),
    },
    {
      name: 'a quantity set',
      connections: 16,
      platform: i => patch(`/api/v1/privee/stocks/${store(i)}/${product(i)}`, i),
      bare: i => patch(`/stock/${store(i)}/${product(i)}`, i),
    },
    {
      name: 'a repair sheet opened',
      connections: 16,
      platform: () => post('/api/publique/fiche_reparation', sheet(newTicket())),
      bare: () => post('/sheets', sheet(newTicket())),
      madeUp: members('id', 'ticketId', 'createdAt', 'updatedAt'),
    },
    {
      name: 'a repair sheet read',
      connections: 16,
      platform: i => get(`/api/publique/fiche_reparation/${1 + stride(i, sheets)}`),
      bare: i => get(`/sheets/${1 + stride(i, sheets)}`),
    },
    {
      name: 'a repair event told',
      connections: 16,
      platform: () =>
        post('/api/publique/events_reparation', { ticketId: newTicket(), event: 'ARRIVE_DEPOT', at }),
      bare: () => post('/events', { ticketId: newTicket(), event: 'ARRIVE_DEPOT', at }),
      madeUp: members('id', 'ticketId', 'createdAt'),
    },
  ]
}
