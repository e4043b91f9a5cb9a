import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { NOBODY, openWithCallers } from '../../../test/support/callers.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { KEYS } from '../../../test/support/guarded.ts'
import { openMailbox } from '../../../test/support/mailbox.ts'
import type { TestPlatform } from '../../../test/support/platform.ts'
import { createWithdrawalActions, EMAIL } from '../../../test/support/withdrawals.ts'

let shop: TestPlatform
let mailbox: Awaited<ReturnType<typeof openMailbox>>
let actions: ReturnType<typeof createWithdrawalActions>
before(async () => {
  mailbox = await openMailbox()
  const settings = { COMPTOIR_SMTP_URL: mailbox.url, COMPTOIR_SHOP_URL: 'https://boutique.example/fr' }
  const quick = { COMPTOIR_PAYMENT_DELAY_MS: '0', COMPTOIR_CONFIRM_DELAY_MS: '0' }
  shop = (await openWithCallers({ ...settings, ...quick })).shop
  actions = createWithdrawalActions(shop, KEYS.admin)
})

const ask = (body: object) =>
  shop.call<{ message: string }>('POST', '/api/v1/publique/liens-commande', body, NOBODY)
const isLink = ({ subject }: { subject: string }) => /^Suivre votre commande/.test(subject)
const links = () => mailbox.received.filter(isLink)

test('number and address send a link that shows and cancels the order; the answer reveals nothing', async () => {
  const { ordreId } = await actions.ordered(1)
  const unpaid = await actions.unpaid(1)
  const answers = [
    await ask({ ordreId, email: 'eve@example.org' }),
    await ask({ ordreId: 'CMD-00000000000000000000', email: EMAIL }),
    await ask({ ordreId: unpaid.ordreId, email: EMAIL }),
    await ask({ ordreId, email: EMAIL.toUpperCase() }),
  ]
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [202])
  assert.equal(new Set(answers.map(({ body }) => JSON.stringify(body))).size, 1)
  for (const body of [{}, { ordreId }, { ordreId, email: 'nonsense' }, { ordreId: '', email: EMAIL }])
    assert.equal((await ask(body)).status, 400)

  const [mail] = await eventually('the link arrives', async () => links().length > 0 && links())
  assert.deepEqual(mail?.to, [EMAIL])
  const address = new URL(/href="([^"]+)"/.exec(mail?.html ?? '')?.[1] ?? '')
  assert.equal(address.origin + address.pathname, `https://boutique.example/fr/commandes/${ordreId}`)
  const cancel = (id: string, query: string) =>
    shop.call<{ statut: string }>(
      'POST',
      `/api/v1/publique/commandes/${id}/annulation${query}`,
      undefined,
      NOBODY,
    )
  assert.equal((await cancel(ordreId, '')).status, 401)
  assert.equal((await cancel((await actions.ordered(1)).ordreId, address.search)).status, 401)
  assert.equal((await cancel(ordreId, address.search)).body.statut, 'ANNULEE')
})

test('an address gets three links an hour', async () => {
  const { ordreId } = await actions.ordered(1)
  const before = links().length
  const answers = await Promise.all(Array.from({ length: 5 }, () => ask({ ordreId, email: EMAIL })))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [202])
  await actions.after.untilDrained()
  await eventually('the mails arrive', async () => links().length === 3)
  assert.ok(before <= 1)
})
