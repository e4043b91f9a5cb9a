import type { Locator, Page } from 'playwright-core'
import { SEPARATE_CALLERS } from '../../support/callers.ts'
import { KEYS } from '../../support/guarded.ts'
import { startUpstream } from '../../support/upstream.ts'
import { openConsole } from './console.ts'

type Row = { id: number }

const requests = [
  {
    ...{ id: 7, name: 'Câbles USB-C', status: 'ACCEPTED', category: 'accessoires', created_by: 'Lille' },
    ...{ created_at: '2026-11-20T09:00:00.000Z', delivery_date: '2026-11-25' },
  },
  { id: 8, name: 'Écrans 24 pouces', status: 'PENDING' },
]

export const button = (page: Page | Locator, name: string | RegExp) => page.getByRole('button', { name })
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })

/** Opens the console of a shop with two products, a supplier, a store and purchase requests. */
export async function openGoods() {
  const purchasing = await startUpstream((_request, response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(requests)),
  )
  const desk = await openConsole({ ...SEPARATE_CALLERS, COMPTOIR_PURCHASING_URL: purchasing })
  const made = async (name: string, body: object) =>
    (await desk.shop.call<Row>('POST', `/api/publique/${name}`, body, KEYS.admin)).body
  const lamp = await made('produits', {
    ...{ ean: '2100000000012', nom: 'Lampe de bureau', prixDeVenteCents: 3990, marque: 'Miradou' },
    ...{ photosUrls: ['https://shop.example/face.jpg', 'https://shop.example/dos.jpg'] },
  })
  await made('produits', { ean: '2100000000029', nom: 'Ampoule LED', prixDeVenteCents: 690 })
  await made('fournisseurs', { nomLegal: 'Lumières du Nord', codeFournisseur: 'LDN', statut: 'actif' })
  const store = await made('magasins', { nom: 'Lille Centre', adresse: '1 place du Théâtre, Lille' })
  const read = async <Body>(url: string) =>
    (await desk.shop.call<Body>('GET', url, undefined, KEYS.admin)).body
  return {
    ...{ desk, lamp, store, made, read },
    lampPage: `/produits/${lamp.id}`,
    lampNow: () => read<Record<string, unknown>>(`/api/publique/produits/${lamp.id}`),
  }
}
