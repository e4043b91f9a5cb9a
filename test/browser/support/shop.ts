import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterwards } from '../../support/afterwards.ts'

/** Serves a shop's own pages on a different site: a return page, and one that frames the URL in `?page=`. */
export async function openShop() {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shop')
    const frame = `<iframe title="Paiement" width="420" height="900" src="${searchParams.get('page')}"></iframe>
<script>addEventListener('message', ({ origin, data }) => (window.told ??= []).push({ origin, ...data }))</script>`
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(
      `<!doctype html><html lang="fr"><title>La boutique</title><h1>La boutique</h1>${pathname === '/cadre' ? frame : ''}</html>`,
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterwards(() => server.close())
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  return {
    origin,
    returnUrl: `${origin}/merci?panier=3`,
    framing: (page: string) => `${origin}/cadre?page=${encodeURIComponent(page)}`,
  }
}
