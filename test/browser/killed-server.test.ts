import { test } from 'node:test'
import { createTestDatabase } from '../support/database.ts'
import { findFreePort } from '../support/free-port.ts'
import { startServer } from '../support/server.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { openBrowser } from './support/browser.ts'
import { heading, pay } from './support/checkout.ts'

test('after the server is killed and restarted during a payment, the page reports it and shows the success by itself', async () => {
  const settings = {
    DATABASE_URL: await createTestDatabase(),
    COMPTOIR_DATA: createTemporaryFolder('page'),
    COMPTOIR_PAYMENT_DELAY_MS: '4000',
    COMPTOIR_SAMPLE: '0',
    PORT: String(await findFreePort()),
  }
  const server = await startServer(['start'], settings)
  const answer = await fetch(`${server.url}/api/publique/interface-paiement`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client: {}, amount: 12.5, returnUrl: 'https://boutique.example/' }),
  })
  const { redirectUrl } = (await answer.json()) as { redirectUrl: string }
  const page = await (await openBrowser()).newPage()
  await page.goto(redirectUrl)
  await pay(page)
  await heading(page, 'Paiement en cours').waitFor()
  await server.end('SIGKILL')
  await page.getByText('La connexion est interrompue').waitFor()

  const again = await startServer(['start'], settings)
  await heading(page, 'Paiement accepté').waitFor({ timeout: 30_000 })
  await again.end('SIGTERM')
})
