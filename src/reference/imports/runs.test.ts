import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { eventually } from '../../../test/support/eventually.ts'
import { startImport, waitForImport } from '../../../test/support/import-runs.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import type { ImportRun } from '../../platform/imports/runs/schemas.ts'

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ only: ['reference'] })
})

const runs = '/api/v1/privee/imports'
const produits = '/api/publique/produits/import'
const line = (n: number, more: object = {}) => ({
  ean: `28${String(n).padStart(11, '0')}`,
  nom: `Bougie ${n}`,
  prixDeVenteCents: n,
  ...more,
})
const lines = (from: number, count: number) => Array.from({ length: count }, (_, i) => line(from + i))
const total = async (at = shop) =>
  (await at.call<{ total: number }>('GET', '/api/publique/produits?limit=1')).body.total
const change = (id: number, body: object = { dryRun: false }) =>
  shop.call<ImportRun & { code?: string }>('PATCH', `${runs}/${id}`, body)
const abandon = (id: number, at = shop) => at.call<ImportRun & { code?: string }>('DELETE', `${runs}/${id}`)

describe('a background import', () => {
  test('responds immediately, and later reports each line', async () => {
    const file = JSON.stringify([line(1), line(2, { prixDeVenteCents: -1 }), line(3)])
    const { status, body: begun } = await startImport(shop, produits, file)
    assert.equal(status, 202)
    assert.partialDeepStrictEqual(begun, {
      ...{ nature: 'produits', nomFichier: 'catalogue-hiver.json', mode: 'create', dryRun: false },
      ...{ octets: file.length, resultat: null, finLe: null },
    })

    const run = await waitForImport(shop, `${runs}/${begun.id}`)
    assert.partialDeepStrictEqual(run, {
      ...{ statut: 'termine', octetsLus: file.length, lignes: 3, erreur: null },
      resultat: { succes: false, created: 2, failed: 1 },
      erreurs: [{ line: 2 }],
    })
    const { body: listed } = await shop.call<{ data: ImportRun[] }>('GET', runs)
    const { erreurs, avertissements, colonnes, apercu, ...summary } = run
    assert.deepEqual(listed.data[0], summary)
    assert.deepEqual((await change(begun.id)).body.code, 'statut-incompatible')
  })

  test('that is a dry run stores nothing until it is applied', async () => {
    const before = await total()
    const csv =
      'Code-barres;Nom;Prix (€);Rayon\n2810000000001;Bougeoir;12,00;A\n2810000000002;Photophore;cher;"B;\nC"\n'
    const tried = `${produits}?mode=upsert&dryRun=true`
    const { body: begun } = await startImport(shop, tried, csv, 'essai.csv')
    const resultat = { created: 1, updated: 0, unchanged: 0, failed: 1 }
    assert.partialDeepStrictEqual(await waitForImport(shop, `${runs}/${begun.id}`), {
      ...{ statut: 'termine', dryRun: true, mode: 'upsert' },
      ...{ resultat },
      erreurs: [
        {
          ...{ line: 3, error: 'line/prixDeVenteCents must be integer' },
          ...{ column: 'Prix (€)', value: 'cher' },
        },
      ],
      colonnes: [
        { header: 'Code-barres', field: 'ean' },
        { header: 'Nom', field: 'nom' },
        { header: 'Prix (€)', field: 'prixDeVenteCents' },
      ],
      apercu: [
        { line: 2, outcome: 'created', values: { nom: 'Bougeoir', prixDeVenteCents: '1200' }, before: {} },
        { line: 3, outcome: 'failed', values: { prixDeVenteCents: 'cher' } },
      ],
    })
    assert.equal(await total(), before)
    const refused = { ligne: 3, cellules: ['2810000000002', 'Photophore', 'cher', 'B;\nC'] }
    const titres = ['Code-barres', 'Nom', 'Prix (€)', 'Rayon']
    const readRefused = (id: number) => shop.call<{ code?: string }>('GET', `${runs}/${id}/lignes-refusees`)
    assert.deepEqual((await readRefused(begun.id)).body, { titres, lignes: [refused] })

    assert.equal((await change(begun.id, { dryRun: true })).status, 400)
    assert.partialDeepStrictEqual(await change(begun.id), {
      status: 200,
      body: { statut: 'en_attente', dryRun: false, resultat: null },
    })
    assert.partialDeepStrictEqual(await waitForImport(shop, `${runs}/${begun.id}`), {
      dryRun: false,
      resultat,
    })
    assert.equal(await total(), before + 1)
    assert.deepEqual((await readRefused(begun.id)).body, { titres, lignes: [refused] })
    assert.equal((await readRefused(9_999_999)).body.code, 'importation-inconnue')

    const { body: again } = await startImport(
      shop,
      tried,
      'ean;nom\n2810000000001;Bougeoir bleu\n',
      'essai.csv',
    )
    assert.partialDeepStrictEqual(await waitForImport(shop, `${runs}/${again.id}`), {
      apercu: [{ outcome: 'updated', values: { nom: 'Bougeoir bleu' }, before: { nom: 'Bougeoir' } }],
    })
    await change(again.id)
    await waitForImport(shop, `${runs}/${again.id}`)
    assert.equal((await readRefused(again.id)).body.code, 'statut-incompatible')
    const { rows } = await shop.platform.db.pg.query(
      'select from platform.morceau_importation where "importationId" = $1',
      [again.id],
    )
    assert.equal(rows.length, 0, 'the file is deleted')
  })

  test('of a truncated file stores nothing and reports the error', async () => {
    const before = await total()
    const { body: begun } = await startImport(shop, produits, JSON.stringify(lines(100, 50)).slice(0, -1))
    assert.partialDeepStrictEqual(await waitForImport(shop, `${runs}/${begun.id}`), {
      statut: 'echec',
      erreur: { code: 'fichier-invalide', message: 'The file is not a JSON array, or is truncated' },
      resultat: null,
    })
    assert.equal(await total(), before)
  })

  test('shows its progress from a separate thread, and can be cancelled while it runs', async () => {
    const before = await total()
    // Files of 5 MB or more are imported in a separate thread.
    const file = JSON.stringify(lines(1_000_000, 120_000))
    assert.ok(file.length > 5_000_000)
    const { body: begun } = await startImport(shop, produits, file)
    const seen = await eventually(
      'some lines are read',
      async () => {
        const { body } = await shop.call<ImportRun>('GET', `${runs}/${begun.id}`)
        return body.lignes > 0 && body
      },
      30_000,
    )
    assert.equal(seen.statut, 'en_cours')
    assert.ok(seen.octetsLus > 0 && seen.octetsLus < file.length)

    assert.partialDeepStrictEqual(await abandon(begun.id), { status: 200, body: { statut: 'abandonne' } })
    assert.equal((await abandon(begun.id)).body.code, 'statut-incompatible')
    // The next import starts as soon as this one has stopped.
    const { body: next } = await startImport(shop, produits, JSON.stringify(lines(200, 1)))
    assert.partialDeepStrictEqual(await waitForImport(shop, `${runs}/${next.id}`), {
      resultat: { created: 1 },
    })
    assert.equal(await total(), before + 1)
  })

  test('that is unknown is 404', async () => {
    assert.equal((await shop.call('GET', `${runs}/999999`)).body.code, 'importation-inconnue')
    assert.equal((await change(999_999)).status, 404)
    assert.equal((await abandon(999_999)).status, 404)
  })
})

test('an import that is cancelled before its turn does not start', async () => {
  const asleep = await openPlatform({ only: ['reference'], started: false })
  const { body: begun } = await startImport(asleep, produits, JSON.stringify(lines(1, 3)))
  assert.equal(begun.statut, 'en_attente')
  assert.equal((await abandon(begun.id, asleep)).status, 200)
  await asleep.start()
  const { body: next } = await startImport(asleep, produits, JSON.stringify(lines(4, 1)))
  await waitForImport(asleep, `${runs}/${next.id}`)
  assert.equal(await total(asleep), 1)
  const { body: given } = await asleep.call<ImportRun>('GET', `${runs}/${begun.id}`)
  assert.partialDeepStrictEqual(given, { statut: 'abandonne', debutLe: null })
})

test('an import interrupted by the end of its process is completed by the next one, once', async () => {
  const first = await openPlatform({ only: ['reference'] })
  const { body: begun } = await startImport(first, produits, JSON.stringify(lines(1, 20_000)))
  await eventually('the import has begun', async () => {
    const { body } = await first.call<ImportRun>('GET', `${runs}/${begun.id}`)
    return body.lignes > 0
  })
  await first.close()

  const second = await openPlatform({ only: ['reference'], databaseUrl: first.databaseUrl })
  const run = await waitForImport(second, `${runs}/${begun.id}`)
  assert.partialDeepStrictEqual(run, { statut: 'termine', resultat: { created: 20_000, failed: 0 } })
  assert.equal(await total(second), 20_000)
})
