import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Account } from '../support/accounts.ts'
import { afterwards } from '../support/afterwards.ts'
import { GUARDED } from '../support/guarded.ts'
import { openMailbox } from '../support/mailbox.ts'
import { openPlatform, type TestPlatform } from '../support/platform.ts'
import { openBrowser } from './support/browser.ts'
import { heading } from './support/checkout.ts'
import { inspect, SIZES } from './support/looks.ts'

let shop: TestPlatform
let mailbox: Awaited<ReturnType<typeof openMailbox>>
let browser: Awaited<ReturnType<typeof openBrowser>>
before(async () => {
  mailbox = await openMailbox()
  shop = await openPlatform({
    only: ['accounts', 'loyalty'],
    settings: { ...GUARDED, COMPTOIR_SMTP_URL: mailbox.url, COMPTOIR_SHOP_NAME: 'La Boutique', PORT: '0' },
  })
  await shop.server.listen({ host: '127.0.0.1', port: 0 })
  browser = await openBrowser()
})

let people = 0
async function registered() {
  const email = `browser${++people}@example.org`
  const { body } = await shop.call<Account>('POST', '/api/auth/register', {
    ...{ email, motDePasse: 'secret', prenom: 'Ada', nom: 'Lovelace' },
  })
  return body
}

/** Waits for a mail and returns the first link in its HTML. */
async function linkIn(email: string, subject: RegExp) {
  const { html } = await mailbox.mail(email, subject)
  return /href="([^"]+)"/.exec(html)?.[1] ?? ''
}
const confirmation = async () => {
  const account = await registered()
  return { account, link: await linkIn(account.email, /^Confirmez/) }
}
async function forgotten() {
  const account = await registered()
  await shop.call('POST', '/api/v1/publique/mots-de-passe-oublies', { email: account.email })
  return { account, link: await linkIn(account.email, /^Choisissez/) }
}

const type = (page: Page, label: string, text: string) => page.getByLabel(label).fill(text)
const send = (page: Page) => page.getByRole('button').click()

const states: Record<string, (page: Page) => Promise<unknown>> = {
  'compte-confirmation': async page => page.goto((await confirmation()).link),

  'compte-confirmation-fautive': async page => {
    await page.goto((await confirmation()).link)
    await type(page, 'Mot de passe', 'pas le bon')
    await send(page)
    await page.getByText('Ce mot de passe n’est pas le bon').waitFor()
  },

  'compte-confirme': async page => {
    const { account, link } = await confirmation()
    await page.goto(link)
    await type(page, 'Mot de passe', 'secret')
    await send(page)
    await heading(page, 'Votre adresse est confirmée').waitFor()
    const { body } = await shop.call<{ courrielProuve: boolean }>('GET', '/api/auth/me', undefined, {
      authorization: `Bearer ${account.accessToken}`,
    })
    assert.equal(body.courrielProuve, true)
  },

  'compte-mot-de-passe': async page => page.goto((await forgotten()).link),

  'compte-mot-de-passe-fautif': async page => {
    await page.goto((await forgotten()).link)
    await type(page, 'Nouveau mot de passe', 'nouveau')
    await type(page, 'Le même', 'un autre')
    await send(page)
    await page.getByText('Les deux mots de passe ne sont pas les mêmes').waitFor()
  },

  'compte-mot-de-passe-change': async page => {
    const { account, link } = await forgotten()
    await page.goto(link)
    await type(page, 'Nouveau mot de passe', 'nouveau')
    await type(page, 'Le même', 'nouveau')
    await send(page)
    await heading(page, 'Votre mot de passe est changé').waitFor()
    const { status } = await shop.call('POST', '/api/auth/login', {
      email: account.email,
      motDePasse: 'nouveau',
    })
    assert.equal(status, 200)
  },

  'compte-lien-perime': async page => {
    const { link } = await confirmation()
    await page.goto(link.replace(/[\w-]+$/, 'nonsense'))
    await heading(page, 'Ce lien n’est plus valable').waitFor()
  },
}

describe('every state of the pages that mails link to', () => {
  for (const [name, reach] of Object.entries(states))
    test(`${name}: accessible by axe-core in light and dark, within 360 and 1280 pixels, and allowed by the content security policy`, async () => {
      const page = await browser.newPage({ viewport: SIZES.telephone })
      await reach(page)
      await inspect(page, name)
      await page.context().close()
    })

  for (const [name, subject] of [
    ['courriel-confirmation', /^Confirmez/],
    ['courriel-mot-de-passe', /^Choisissez/],
  ] as const)
    test(`${name}: the mail in a browser`, async () => {
      const { account } = await forgotten()
      const { html } = await mailbox.mail(account.email, subject)
      const page = await browser.newPage({ viewport: SIZES.telephone })
      await page.setContent(html)
      await inspect(page, name)
      await page.context().close()
    })
})

afterwards(() => shop?.close())
