import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { runCommand } from '../../../test/support/server.ts'
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts'

type Row = Record<string, unknown>

let folder: string
let shop: TestPlatform
let url: string
before(async () => {
  folder = createTemporaryFolder('import-command')
  shop = await openPlatform({
    only: ['reference', 'loyalty', 'promotions', 'orders', 'logistics'],
    started: false,
  })
  url = await shop.server.listen({ port: 0, host: '127.0.0.1' })
})

async function run(kind: string, name: string, content: unknown, ...options: string[]) {
  const file = join(folder, name)
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return runCommand(['import', kind, file, '--url', url, ...options], {})
}
const products = async () => (await shop.call<Row[]>('GET', '/api/publique/produits')).body

test('a CSV file is imported as a dry run, then created, then updated', async () => {
  const csv = 'ean;nom;prixDeVenteCents;prix\nC1;Lampe;1990;\nC2;Câble;cher;2\nC1;Lampe;1990;\n'
  const tried = await run('produits', 'a.csv', csv, '--dry-run')
  assert.match(tried.output, /produits \(dry run\): 1 created, 2 failed, in /)
  assert.match(tried.output, /unknown fields, ignored: prix\n/)
  assert.match(tried.output, /line 3: .*prixDeVenteCents/)
  assert.match(tried.output, /line 4: Product with ean C1 already exists, on line 2\n/)
  assert.match(tried.output, /line 2: warning: ean C1 does not have /)
  assert.deepEqual([tried.code, await products()], [1, []])

  assert.match((await run('produits', 'a.csv', csv)).output, /produits: 1 created, 2 failed, in /)
  const { output } = await run('produits', 'a.csv', csv.replace('cher', '5'))
  assert.match(output, /1 created, 2 failed/)
  assert.match(output, /2 lines skipped, because the record already exists; nothing is missing: lines 2, 4\n/)
  const again = await run(
    'produits',
    'a.json',
    [
      { ean: 'C1', nom: 'Lampe' },
      { ean: 'C1', marque: 'Alizé' },
    ],
    '--update',
  )
  assert.match(again.output, /produits: 0 created, 1 updated, 1 unchanged, 0 failed, in /)
  assert.equal(again.code, 0)
  assert.partialDeepStrictEqual(await products(), [{ ean: 'C1', marque: 'Alizé', prixDeVenteCents: 1990 }])
})

test('customers are imported from an array, an object in the format of the route, and CSV', async () => {
  const ada = { nom: 'Lovelace', prenom: 'Ada', adresseMail: 'ada@example.org' }
  const tried = await run('clients', 'c.json', [ada], '--dry-run')
  assert.match(tried.output, /clients \(dry run\): 1 created/)
  const first = await run('clients', 'c.json', `\uFEFF \n${JSON.stringify([ada, { nom: 'Nobody' }])}`)
  assert.match(first.output, /clients: 1 created, 0 updated, 0 reactivated, 1 failed, in /)
  assert.match(first.output, /a customer without an e-mail address: .*prénom/)
  assert.equal(first.code, 1)
  assert.match((await run('clients', 'd.json', { clients: [ada] })).output, /0 created, 1 updated/)
  const csv = 'nom,prenom,adresseMail\nKing,Ada,ada@example.org\nCurie,Marie,marie@example.org\n'
  assert.match((await run('clients', 'd.csv', csv)).output, /1 created, 1 updated/)
  assert.match((await run('clients', 'd.json', '{"clients":[')).output, /rejected the import \(400\)/)
})

test('each promotion is imported by a separate request; a file with an error at its end imports nothing', async () => {
  const all = async () => (await shop.call<Row[]>('GET', '/api/publique/data')).body
  const promotion = {
    ...{ categoriePromotion: 'PANIER', typePromotion: 'POURCENTAGE', valeurPromotion: 10 },
    ...{ uniteValeur: 'PERCENT', dateDebut: '2026-01-01T00:00:00Z', dateFin: '2030-01-01T00:00:00Z' },
    description: 'Dix pour cent',
  }
  const text = JSON.stringify([
    promotion,
    { ...promotion, valeurPromotion: 120 },
    { ...promotion, description: 'Autre' },
  ])
  const broken = await run('promotions', 'p.json', text.slice(0, -1))
  assert.deepEqual([broken.code, await all()], [1, []])
  assert.match(broken.output, /comptoir: The file is not a JSON array/)

  const made = await run('promotions', 'p.json', text)
  assert.match(made.output, /promotions: 2 created, 0 updated, 1 failed, in /)
  assert.match(made.output, /line 2: valeurPromotion is 120; with PERCENT it must be at most 100/)
  const [one] = await all()
  const csv = `id,valeurPromotion\n${one?.id},12.5\n999999,1\n`
  const changed = await run('promotions', 'p.csv', csv, '--update')
  assert.match(changed.output, /0 created, 1 updated, 1 failed/)
  assert.partialDeepStrictEqual(await all(), [
    { id: one?.id, valeurPromotion: 12.5, description: 'Dix pour cent' },
  ])
  const dry = await run('promotions', 'p.json', text, '--dry-run')
  assert.deepEqual([dry.code, (await all()).length], [1, 2])
  assert.match(dry.output, /promotions cannot be imported with --dry-run/)
})

test('an unknown resource is refused with a list of the known ones', async () => {
  const { code, output } = await run('gadgets', 'x.json', [])
  assert.equal(code, 1)
  assert.match(output, /Unknown resource gadgets; one of produits, .*stocks, clients, promotions/)
})
