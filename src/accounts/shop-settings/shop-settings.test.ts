import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eventually } from '../../../test/support/eventually.ts'
import { createKey, GUARDED, KEYS } from '../../../test/support/guarded.ts'
import { openMailbox } from '../../../test/support/mailbox.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'

const URL = '/api/v1/privee/reglages'
type Settings = {
  code: string
  valeurs: Record<string, string | null>
  imposes: string[]
  smtp: { adresse: string; avecMotDePasse: boolean } | null
}

let shop: TestPlatform
/** Another process on the same database, whose environment gives a part of the settings. */
let copy: TestPlatform
before(async () => {
  shop = await openPlatform({ only: ['accounts', 'loyalty'], settings: GUARDED })
  copy = await openPlatform({
    only: ['accounts', 'orders'],
    databaseUrl: shop.databaseUrl,
    settings: {
      ...GUARDED,
      COMPTOIR_LEGAL_NAME: 'De l’environnement',
      COMPTOIR_SMTP_FROM: 'env@example.org',
    },
  })
})

const read = async (at = shop) => (await at.call<Settings>('GET', URL, undefined, KEYS.admin)).body
const change = (body: object, headers = KEYS.admin, at = shop) =>
  at.call<Settings>('PATCH', URL, body, headers)
const pageOf = async (at: TestPlatform, url: string) => (await at.call<string>('GET', url)).body
const stored = async () =>
  JSON.stringify((await shop.platform.db.pg.query('select * from accounts.reglage')).rows)

test('a change applies at once, and in other processes within seconds, except where the environment gives a value', async () => {
  assert.equal((await read()).valeurs.nomBoutique, 'Comptoir')

  const valeurs = { nomBoutique: 'L’Échoppe', raisonSociale: 'Échoppe SAS', siret: '123 456 789 00012' }
  const { status, body } = await change({ valeurs })

  assert.deepEqual([status, body.valeurs.nomBoutique, body.imposes], [200, 'L’Échoppe', []])
  const { body: shown } = await shop.call<object>('GET', '/api/v1/publique/boutique')
  assert.partialDeepStrictEqual(shown, { ...valeurs, numeroTva: null, contact: null })
  assert.deepEqual(
    Object.keys(shown).filter(name => /smtp|expediteur/.test(name)),
    [],
  )
  assert.match(await pageOf(shop, '/console'), /content="L’Échoppe"/)
  await eventually('the page of the copy has the name', async () =>
    (await pageOf(copy, '/retractation')).includes('L’Échoppe'),
  )
  const there = await read(copy)
  assert.deepEqual(there.imposes, ['expediteur', 'raisonSociale'])
  assert.deepEqual(
    [there.valeurs.raisonSociale, there.valeurs.siret],
    ['De l’environnement', '123 456 789 00012'],
  )
  const refused = await change({ valeurs: { raisonSociale: 'Autre' } }, KEYS.admin, copy)
  assert.deepEqual([refused.status, refused.body.code], [409, 'reglage-impose'])

  assert.equal((await change({ valeurs: { nomBoutique: null } })).body.valeurs.nomBoutique, 'Comptoir')
})

test('invalid values, unknown names and callers without the right change nothing', async () => {
  const before = await stored()
  for (const body of [
    { valeurs: { siret: '12' } },
    { valeurs: { numeroTva: 'fr 1' } },
    { valeurs: { expediteur: 'personne' } },
    { valeurs: { nomBoutique: 'x'.repeat(101) } },
    { valeurs: { reclamee: 'oui' } },
    { valeurs: 'L’Échoppe' },
    { smtp: {} },
    { smtp: { adresse: 'https://smtp.example.org' } },
    { smtp: { adresse: 'smtp://shop:secret@smtp.example.org' } },
    { smtp: { adresse: 'smtp://smtp.example.org:65536' } },
    { smtp: { adresse: 'smtp://smtp.example.org/%' } },
  ])
    assert.equal((await change(body)).status, 400, JSON.stringify(body))
  const { header } = await createKey(shop, 'support')
  assert.deepEqual([(await change({}, header)).status, (await shop.call('GET', URL)).status], [403, 401])
  assert.equal(await stored(), before)
})

test('mails wait for a mail server, whose password is neither returned nor stored in clear nor sent elsewhere', async () => {
  let credentials: unknown
  const mailbox = await openMailbox({
    server: {
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      allowInsecureAuth: true,
      onAuth({ username, password }, _session, go) {
        credentials = { username, password }
        go(null, { user: username })
      },
    },
  })
  const person = { email: 'bob@example.org', motDePasse: 'un mot de passe', prenom: 'Bob', nom: 'Martin' }
  assert.equal((await shop.call('POST', '/api/auth/register', person)).status, 201)
  const trial = () =>
    shop.call<{ envoye: boolean; reponse: string }>(
      'POST',
      '/api/v1/privee/courriels-d-essai',
      { destinataire: 'ada@example.org' },
      KEYS.admin,
    )
  assert.equal((await trial()).body.envoye, false)

  const withUser = (url: string) => url.replace(/\/$/, '').replace('//', '//shop@')
  const adresse = withUser(mailbox.url)
  const { body, status } = await change({ smtp: { adresse, motDePasse: 'très s/ecret' } })
  assert.deepEqual([status, body.smtp], [200, { adresse, avecMotDePasse: true }])
  assert.doesNotMatch(JSON.stringify([body, await read(), await stored()]), /s(%2F|\/)ecret/)

  await eventually('the waiting mail is sent', () =>
    mailbox.received.some(({ to }) => to[0] === person.email),
  )
  const { envoye, reponse } = (await trial()).body
  assert.equal(envoye, true)
  assert.match(reponse, /^250 /)
  assert.deepEqual(credentials, { username: 'shop', password: 'très s/ecret' })

  const rotated = await openPlatform({
    ...{ only: ['accounts'], started: false, databaseUrl: shop.databaseUrl },
    settings: { ...GUARDED, COMPTOIR_TOKEN_SECRET: 'another secret of the tests' },
  })
  assert.equal((await read(rotated)).smtp, null)

  const hasPassword = async (smtp: object) => (await change({ smtp })).body.smtp?.avecMotDePasse
  assert.equal(await hasPassword({ adresse: adresse.replace('smtp:', 'smtps:') }), true)
  assert.equal(await hasPassword({ adresse: withUser('smtp://mail.example.org') }), false)
  assert.equal(await hasPassword({ adresse: mailbox.url.replace(/\/$/, '') }), false)
  assert.equal((await trial()).body.envoye, true)
  assert.equal((await change({ smtp: null })).body.smtp, null)
})
