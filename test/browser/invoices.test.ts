import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { requestCreditNote } from '../../src/orders/invoices/issue-invoices.ts'
import { afterwards } from '../support/afterwards.ts'
import { eventually } from '../support/eventually.ts'
import { createInvoiceActions, invoicePath, LEGAL } from '../support/invoices.ts'
import { openPlatform, type TestPlatform } from '../support/platform.ts'
import { openBrowser } from './support/browser.ts'
import { inspect, SIZES } from './support/looks.ts'

const FOLDER = new URL('screenshots/', import.meta.url)

let shop: TestPlatform
let browser: Awaited<ReturnType<typeof openBrowser>>
let base: string
const { paid, issued, read } = createInvoiceActions(() => shop)
before(async () => {
  shop = await openPlatform({
    only: ['accounts', 'loyalty', 'orders', 'payments', 'reference'],
    settings: {
      ...LEGAL,
      COMPTOIR_PAYMENT_DELAY_MS: '0',
      COMPTOIR_LEGAL_CONTACT: '01 23 45 67 89',
      PORT: '0',
    },
  })
  base = await shop.server.listen({ host: '127.0.0.1', port: 0 })
  browser = await openBrowser()
})

const line = (n: number) => ({
  id: `article-${n}`,
  quantite: 1 + (n % 3),
  prixUnitaireCents: 1999 + 371 * n,
  nom: `Lampe de bureau articulée en métal laqué, modèle ${n}`,
})
const given = {
  adresseLivraison: { numero: 3, rue: 'quai des Orfèvres', codePostal: '75001', ville: 'Paris' },
  clientInfo: {
    prenom: 'Marie-Antoinette',
    nom: 'de Saint-Exupéry-Lachambaudie',
    adresseFacturation: {
      rue: '117 bis, rue du Faubourg-Saint-Honoré',
      codePostal: '75008',
      ville: 'Paris',
      pays: 'France',
    },
  },
}

async function invoiceOf(lines: number) {
  const { ordreId } = await paid(
    Array.from({ length: lines }, (_, i) => line(i)),
    given,
  )
  await issued(ordreId)
  return ordreId
}

let refunds = 900

/** Creates an order with an invoice, a credit note for a refund and one for a returned article; returns its id. */
async function creditedInvoice() {
  const ordreId = await invoiceOf(3)
  const back = { articleId: 'article-1', quantite: 1, montantCents: 2370, tauxTva: 20 }
  for (const more of [{ montantCents: 1000 }, { montantCents: 2370, lignes: [back] }])
    await shop.platform.db.transaction(tx =>
      requestCreditNote(tx, shop.platform, { ordreId, remboursementId: String(++refunds), ...more }),
    )
  await eventually(
    'the order has two credit notes',
    async () => (await read(ordreId)).body.avoirs.length === 2,
  )
  return ordreId
}

const states: Record<string, () => Promise<string>> = {
  facture: () => invoiceOf(3),
  'facture-longue': () => invoiceOf(60),
  'facture-avec-avoirs': creditedInvoice,
  'facture-absente': async () => 'CMD-00000000000000000000',
}

/** Prints the page to a PDF, which it saves; returns the number of sheets and their size in points. */
async function printed(page: Page, name: string) {
  const pdf = await page.pdf({ preferCSSPageSize: true })
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(new URL(`${name}.pdf`, FOLDER), pdf)
  const text = pdf.toString('latin1')
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(text) ?? []
  return {
    sheets: (text.match(/\/Type \/Page\b/g) ?? []).length,
    size: [Number(width), Number(height)].map(Math.round),
  }
}

describe('every state of an invoice', () => {
  for (const [name, reach] of Object.entries(states))
    test(`${name}: accessible by axe-core in light and dark, within 360 and 1280 pixels, and allowed by the content security policy`, async () => {
      const page = await browser.newPage({ viewport: SIZES.telephone })
      await page.goto(base + invoicePath(await reach()))
      await inspect(page, name)
      await page.context().close()
    })
})

describe('a printed invoice', () => {
  for (const [name, sheets] of [
    ['facture', 1],
    ['facture-longue', 3],
    ['facture-avec-avoirs', 3],
  ] as const)
    test(`${name}: has ${sheets} A4 sheets with table heads on each, in dark ink also in dark mode`, async () => {
      const page = await browser.newPage({ colorScheme: 'dark' })
      await page.goto(base + invoicePath(await states[name]!()))
      const shown = await printed(page, name)
      assert.deepEqual(shown, { sheets, size: [595, 842] })
      await page.emulateMedia({ media: 'print' })
      assert.deepEqual(
        await page.evaluate(`[
          getComputedStyle(document.querySelector('.articles thead')).display,
          getComputedStyle(document.querySelector('.articles .running')).display,
          getComputedStyle(document.body).color,
          getComputedStyle(document.querySelector('.unprinted')).display,
        ]`),
        ['table-header-group', 'table-row', 'rgb(0, 0, 0)', 'none'],
      )
      await page.context().close()
    })
})

afterwards(() => shop?.close())
