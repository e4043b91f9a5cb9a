import assert from 'node:assert/strict'
import { createServer, type Socket, type Server as TcpServer } from 'node:net'
import { after, describe, test } from 'node:test'
import { person, register } from '../../../test/support/accounts.ts'
import { createTestDatabase } from '../../../test/support/database.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { findFreePort } from '../../../test/support/free-port.ts'
import { GUARDED, KEYS } from '../../../test/support/guarded.ts'
import { extractToken, openMailbox } from '../../../test/support/mailbox.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { startServer } from '../../../test/support/server.ts'

type Shown = {
  id: number
  modele: string
  destinataire: string
  sujet: string
  texte: string
  statut: string
  essais: number
  derniereErreur: string | null
  envoyeLe: string | null
}

const settings = {
  ...GUARDED,
  COMPTOIR_PUBLIC_URL: 'https://boutique.example/',
  COMPTOIR_LIMIT_REGISTRATIONS: '1000',
  COMPTOIR_SHOP_NAME: 'L’<b>Échoppe',
}
const open = (more: Record<string, string>, databaseUrl?: string) =>
  openPlatform({ only: ['accounts', 'loyalty'], settings: { ...settings, ...more }, databaseUrl })

const listed = async (shop: TestPlatform, query = '') => {
  const { status, body } = await shop.call<{ data: Shown[]; total: number; page: number; limit: number }>(
    'GET',
    `/api/v1/privee/courriels${query}`,
    undefined,
    KEYS.admin,
  )
  assert.equal(status, 200)
  return body
}
const mailTo = async (shop: TestPlatform, address: string) =>
  (await listed(shop, `?destinataire=${encodeURIComponent(address)}`)).data[0]!

let people = 0
/** Registers a person, which creates a mail, and returns the e-mail address. */
async function written(shop: TestPlatform, email = `ada${++people}@example.org`) {
  const { status } = await register(person(email), shop)
  assert.equal(status, 201)
  return email
}

const sentTo = (shop: TestPlatform, address: string) =>
  eventually('the mail is recorded as sent', async () => (await mailTo(shop, address)).statut === 'envoye')

describe('a mail', () => {
  test('has a plain and an HTML part in French, goes from the shop to one address, and escapes its values', async () => {
    const mailbox = await openMailbox()
    const shop = await open({ COMPTOIR_SMTP_URL: mailbox.url })
    const email = await written(shop, "zoé.o'neill+x@bücher.example")
    const [mail] = await eventually(
      'a mail arrives',
      async () => mailbox.received.length > 0 && mailbox.received,
    )

    assert.equal(mailbox.received.length, 1)
    assert.equal(mail!.subject, 'Confirmez votre adresse e-mail – L’<b>Échoppe')
    assert.match(mail!.headers, /^From: .*\s+<ne-pas-repondre@boutique\.example>$/m)
    assert.match(mail!.headers, /^Message-ID: <[\w-]{43}@boutique\.example>$/im)
    assert.match(mail!.headers, /^Auto-Submitted: auto-generated$/im)
    assert.equal(mail!.to.length, 1)
    assert.match(mail!.text, /^Confirmez votre adresse\n\nUn compte L’<b>Échoppe a été ouvert/)
    assert.ok(mail!.html.includes('L’&lt;b&gt;Échoppe') && !mail!.html.includes('<b>'))
    assert.ok(
      mail!.html.includes(`href="https://boutique.example/compte/confirmation/${extractToken(mail!)}"`),
    )
    await sentTo(shop, email)
  })

  test('is not created for an address that contains another address or a header', async () => {
    const mailbox = await openMailbox()
    const shop = await open({ COMPTOIR_SMTP_URL: mailbox.url })
    for (const email of [
      'a@b.fr,c@d.fr',
      'a@b.fr\r\nBcc: c@d.fr',
      'Ada <a@b.fr>',
      'a@b.fr c@d.fr',
      '"a,c"@d.fr',
    ])
      assert.equal((await register(person(email), shop)).status, 400, email)
    const honest = await written(shop)
    await sentTo(shop, honest)
    assert.deepEqual(mailbox.tried, [honest])
  })

  test('is listed page by page and filtered for staff with the right, without the token of its link', async () => {
    const mailbox = await openMailbox({ refuse: address => (address.startsWith('non') ? 550 : undefined) })
    const shop = await open({ COMPTOIR_SMTP_URL: mailbox.url })
    const email = await written(shop)
    await written(shop, 'non@example.org')
    const token = extractToken(await mailbox.mail(email, /^Confirmez/))
    await eventually('no mail is pending', async () => (await listed(shop, '?statut=a_envoyer')).total === 0)

    const sent = await listed(shop, '?statut=envoye')
    assert.deepEqual([sent.total, sent.page, sent.limit], [1, 1, 20])
    assert.partialDeepStrictEqual(sent.data, [{ modele: 'confirmation', destinataire: email, essais: 1 }])
    assert.ok(sent.data[0]!.envoyeLe)
    assert.ok(sent.data[0]!.texte.includes('https://boutique.example/compte/confirmation/•••'))
    const all = await listed(shop)
    assert.equal(all.total, 2)
    assert.ok(!JSON.stringify(all).includes(token))
    assert.equal((await listed(shop, '?destinataire=NON@example.org')).total, 1)
    assert.equal((await listed(shop, '?limit=1&page=2')).data.length, 1)
    assert.equal((await listed(shop, '?ordreId=CMD-UNKNOWN')).total, 0)
    for (const query of ['?statut=perdu', '?limit=0', '?page=x'])
      assert.equal(
        (await shop.call('GET', `/api/v1/privee/courriels${query}`, undefined, KEYS.admin)).status,
        400,
        query,
      )
    assert.equal((await shop.call('GET', '/api/v1/privee/courriels')).status, 401)
  })

  test('is stored but not sent when no SMTP server is configured', async () => {
    const shop = await open({})
    const email = await written(shop)
    assert.partialDeepStrictEqual(await mailTo(shop, email), { statut: 'a_envoyer', essais: 0 })
  })
})

test('a mail about an order that staff resend is queued once until it is sent, to the present address of the account', async () => {
  const shop = await open({})
  const email = await written(shop)
  const { id } = await mailTo(shop, email)
  const resend = (id: number | string, headers: Record<string, string> = KEYS.admin) =>
    shop.call<{ destinataire: string; code: string }>(
      'POST',
      `/api/v1/privee/courriels/${id}/renvois`,
      undefined,
      headers,
    )
  const { pg } = shop.platform.db
  await pg.query(`update accounts.courriel set statut = 'envoye' where id = $1`, [id])
  assert.equal(
    (await resend(id)).body.code,
    'statut-incompatible',
    'it contains a secret and is about no order',
  )
  await pg.query(`update accounts.courriel set "ordreId" = 'CMD-1', modele = 'facture' where id = $1`, [id])
  await pg.query(`update accounts.compte set email = 'new@example.org' where email = $1`, [email])

  const answers = await Promise.all(Array.from({ length: 20 }, () => resend(id)))

  assert.deepEqual(answers.map(({ status }) => status).sort(), [202, ...Array(19).fill(409)])
  const { data } = await listed(shop, '?ordreId=CMD-1')
  assert.deepEqual(
    data.map(({ destinataire, statut }) => [destinataire, statut]),
    [
      ['new@example.org', 'a_envoyer'],
      [email, 'envoye'],
    ],
  )
  assert.equal((await resend(data[0]?.id ?? 0)).status, 409, 'it waits')
  assert.equal((await resend(id, {})).status, 401)
  await pg.query(`update accounts.courriel set statut = 'abandonne' where "ordreId" = 'CMD-1'`)
  assert.equal((await resend(id)).status, 202)
})

describe('an SMTP server', () => {
  test('that permanently rejects a recipient: the mail fails with the reason, and the next mail is sent', async () => {
    const mailbox = await openMailbox({ refuse: address => (address.startsWith('non') ? 550 : undefined) })
    const shop = await open({ COMPTOIR_SMTP_URL: mailbox.url })
    const refused = await written(shop, 'non@example.org')
    await eventually(
      'the mail is abandoned',
      async () => (await mailTo(shop, refused)).statut === 'abandonne',
    )
    const mail = await mailTo(shop, refused)
    assert.equal(mail.essais, 1)
    assert.match(mail.derniereErreur!, /550/)
    await sentTo(shop, await written(shop))
    assert.equal(mailbox.to(refused).length, 0)
  })

  test('that temporarily rejects a recipient: the mail is retried later, and shows the reason until then', async () => {
    const mailbox = await openMailbox({ refuse: (_address, tried) => (tried === 1 ? 451 : undefined) })
    const shop = await open({ COMPTOIR_SMTP_URL: mailbox.url })
    const email = await written(shop)
    await eventually('the error of the mail is stored', async () =>
      /451/.test((await mailTo(shop, email)).derniereErreur ?? ''),
    )
    const { rows } = await shop.platform.db.pg.query(
      `update accounts.courriel set "prochainEssai" = "prochainEssai" - interval '10 s'
       where "prochainEssai" > now() + interval '5 s' returning id`,
    )
    assert.equal(rows.length, 1, 'the next attempt was postponed')
    await sentTo(shop, email)
    assert.partialDeepStrictEqual(await mailTo(shop, email), { essais: 2, derniereErreur: null })
  })

  test('that is down: no mail fails, and all waiting mails are sent once it is back', async () => {
    const port = await findFreePort()
    const shop = await open({ COMPTOIR_SMTP_URL: `smtp://127.0.0.1:${port}` })
    const emails = await Promise.all(Array.from({ length: 8 }, () => written(shop)))
    await eventually('one mail was attempted', async () =>
      (await listed(shop)).data.some(({ derniereErreur }) => /ECONNREFUSED/.test(derniereErreur ?? '')),
    )
    assert.deepEqual([...new Set((await listed(shop)).data.map(({ statut }) => statut))], ['a_envoyer'])
    const mailbox = await openMailbox({ port })
    for (const email of emails) await sentTo(shop, email)
    assert.deepEqual(mailbox.received.flatMap(({ to }) => to).sort(), emails.sort())
  })

  test('that requires a password: it is sent over TLS, and only with a trusted certificate', async () => {
    const given: unknown[] = []
    const server = {
      disabledCommands: [],
      authOptional: false,
      onAuth: (
        { username, password }: { username?: string | undefined; password?: string | null | undefined },
        session: { secure: boolean },
        go: (error: Error | null, answer?: { user: string }) => void,
      ) => {
        given.push([username, password, session.secure])
        go(null, { user: 'shop' })
      },
    }
    const mailbox = await openMailbox({ server })
    const url = mailbox.url.replace('//', '//shop:p%40ss@')
    const believing = await open({ COMPTOIR_SMTP_URL: `${url}?tls.rejectUnauthorized=false` })
    await sentTo(believing, await written(believing))
    assert.deepEqual(given, [['shop', 'p@ss', true]])

    const careful = await open({ COMPTOIR_SMTP_URL: url })
    const email = await written(careful)
    await eventually('the error of the mail is stored', async () =>
      /certificate|ESOCKET|ETLS/.test((await mailTo(careful, email)).derniereErreur ?? ''),
    )
    assert.equal(given.length, 1)
  })

  test('that hangs: neither other work nor the shutdown waits for it', async () => {
    const mailbox = await openMailbox({ silent: true })
    const shop = await open({ COMPTOIR_SMTP_URL: mailbox.url })
    const email = await written(shop)
    await eventually('the mail was attempted once', async () => (await mailTo(shop, email)).essais === 1)
    await written(shop)
    assert.partialDeepStrictEqual(await mailTo(shop, email), { statut: 'a_envoyer', derniereErreur: null })
    await shop.close()
  })
})

const servers: TcpServer[] = []
after(() => {
  for (const server of servers) server.close()
})

test('when a process is killed while it sends a mail, another one sends it, and the mail counts as sent once', async () => {
  const databaseUrl = await createTestDatabase()
  const sockets: Socket[] = []
  // This server never answers, so that the first process is killed during its attempt.
  const silent = createServer(socket => void sockets.push(socket.on('error', () => {}))).listen(
    0,
    '127.0.0.1',
  )
  servers.push(silent)
  const { port } = (
    await new Promise<TcpServer>(done => silent.once('listening', () => done(silent)))
  ).address() as {
    port: number
  }
  const process = await startServer(['start'], {
    ...GUARDED,
    DATABASE_URL: databaseUrl,
    COMPTOIR_SAMPLE: '0',
    COMPTOIR_SMTP_URL: `smtp://127.0.0.1:${port}`,
  })
  const email = 'ada-killed@example.org'
  const answer = await fetch(`${process.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person(email)),
  })
  assert.equal(answer.status, 201)
  await eventually('the process sends the mail', async () => sockets.length > 0)
  assert.equal(await process.end('SIGKILL'), 'SIGKILL')
  for (const socket of sockets) socket.destroy()

  const mailbox = await openMailbox()
  const shop = await open({ COMPTOIR_SMTP_URL: mailbox.url }, databaseUrl)
  assert.partialDeepStrictEqual(await mailTo(shop, email), { statut: 'a_envoyer', essais: 1 })
  // The claim of the killed process would expire after two minutes; this makes the mail due now.
  await shop.platform.db.pg.query(`update accounts.courriel set "prochainEssai" = now() - interval '1 s'`)
  await sentTo(shop, email)
  assert.partialDeepStrictEqual(await mailTo(shop, email), { essais: 2 })
  assert.equal(mailbox.to(email).length, 1)
})

test('with two processes, each mail is sent once', async () => {
  const databaseUrl = await createTestDatabase()
  const mailbox = await openMailbox()
  const [one, other] = await Promise.all([
    open({ COMPTOIR_SMTP_URL: mailbox.url }, databaseUrl),
    open({ COMPTOIR_SMTP_URL: mailbox.url }, databaseUrl),
  ])
  const emails = await Promise.all(Array.from({ length: 30 }, (_, i) => written(i % 2 ? one : other)))
  for (const email of emails) await sentTo(one, email)
  assert.deepEqual(mailbox.received.flatMap(({ to }) => to).sort(), emails.sort())
})

test('mails are deleted after 30 days, and an unsent mail is no longer sent after 3', async () => {
  const mailbox = await openMailbox()
  const before = await open({})
  const [old, late] = [await written(before), await written(before)]
  const { pg } = before.platform.db
  await pg.query(
    `update accounts.courriel set "createdAt" = now() - interval '31 days' where destinataire = $1`,
    [old],
  )
  await pg.query(`update accounts.courriel set "perimeLe" = now() where destinataire = $1`, [late])
  await before.runSchedule('accounts.prune')
  assert.equal((await listed(before)).total, 1)
  await before.close()

  const shop = await open({ COMPTOIR_SMTP_URL: mailbox.url }, before.databaseUrl)
  await eventually('the mail is abandoned', async () => (await mailTo(shop, late)).statut === 'abandonne')
  assert.equal(mailbox.tried.length, 0)
})
