import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { writeDay, writeEuros, writeLine, writeMoment } from '../../console/src/parts/exports/csv.ts'
import { readAll } from '../../console/src/parts/exports/read-all.ts'
import {
  RECORD_HEADERS,
  type RecordKind,
  recordColumns,
} from '../../console/src/parts/exports/record-columns.ts'
import { translateError } from '../../console/src/parts/imports/line-faults.ts'
import type { ImportAnswer } from '../../src/platform/imports/import.ts'
import { sendFile } from '../support/import.ts'
import { openPlatform } from '../support/platform.ts'

const cellOf = (value: Parameters<typeof writeLine>[0][number]) => writeLine([value]).slice(0, -2)

describe('an exported cell', () => {
  for (const [value, cell] of [
    ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
    ['+33 6 12', "'+33 6 12"],
    ['-12,50', '-12,50'],
    ['-douze', "'-douze"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', `"'\rx"`],
    ['a;b\n"c"', '"a;b\n""c"""'],
    [5.5, '5,5'],
    [-3, '-3'],
    [true, 'oui'],
    [null, ''],
    [['a', 'b'], 'a|b'],
    [['a|b'], '"[""a|b""]"'],
  ] as const)
    test(`of ${JSON.stringify(value)} is ${cell}`, () => assert.equal(cellOf(value), cell))

  test('of an amount or a time is as in France', () => {
    assert.deepEqual([0, 7, -5, 123_456, null].map(writeEuros), ['0,00', '0,07', '-0,05', '1234,56', ''])
    assert.equal(writeDay('2026-11-05T23:30:00.000Z'), '06/11/2026')
    assert.equal(writeMoment('2026-11-05T23:30:00.000Z'), '06/11/2026 00:30')
  })
})

describe('an export', () => {
  const source = {
    name: 'numbers',
    columns: [{ title: 'Numéro', value: (row: number) => row }],
    rowKey: (row: number) => row,
  }
  const linesOf = async (file: Blob) => (await file.text()).trim().split('\r\n')

  test('reads all pages, and rows that moved to the next page once', async () => {
    const pages = [Array.from({ length: 100 }, (_, i) => i), [99, 100, 101]]
    const progress: number[] = []
    const read = async ({ page }: { page: number }) => ({ data: pages[page - 1] ?? [], total: 103 })
    const result = await readAll({ ...source, read }, new AbortController().signal, done =>
      progress.push(done),
    )
    assert.ok(result)
    assert.deepEqual([result.count, result.isCut, progress], [102, false, [100, 103]])
    assert.deepEqual((await linesOf(result.file)).slice(-2), ['100', '101'])
  })

  test('ends at the last row that the list gives access to, or when it is stopped', async () => {
    const caller = new AbortController()
    let calls = 0
    const read = async ({ page, limit }: { page: number; limit: number }) => {
      if (++calls === 5) caller.abort()
      return { data: Array.from({ length: limit }, (_, i) => page * limit + i), total: 1_000_000 }
    }
    const cut = await readAll({ ...source, read, most: 300 }, caller.signal, () => {})
    assert.deepEqual([cut?.count, cut?.isCut], [300, true])
    assert.equal(await readAll({ ...source, read }, caller.signal, () => {}), undefined)
    assert.equal(calls, 5)
  })
})

describe('the columns of exports and templates', () => {
  const paths: Record<RecordKind, string> = {
    ...{ produits: '/api/publique/produits/import', relations: '/api/publique/produits/fournisseurs/import' },
    ...{ fournisseurs: '/api/publique/fournisseurs/import', magasins: '/api/publique/magasins/import' },
    ...{ entrepots: '/api/publique/entrepots/import', stocks: '/logistics/api/v1/privee/stocks/import' },
    clients: '/api/v1/privee/clients/import',
  }

  test('are those that the imports read, and an import of an export changes nothing', async () => {
    const shop = await openPlatform({ only: ['logistics', 'loyalty', 'reference'] })
    for (const [kind, headers] of Object.entries(RECORD_HEADERS)) {
      const path = paths[kind as RecordKind]
      const file = `${Object.values(headers).join(';')}\r\n`
      const { body } = await sendFile<ImportAnswer>(shop, `${path}?dryRun=true`, file, { name: 'a.csv' })
      const expected = Object.entries(headers).map(([field, header]) => ({ header, field }))
      assert.deepEqual([body.columns, body.unknownFields], [expected, []], kind)
    }

    const records = {
      produits: {
        ...{ ean: '2100000000012', nom: "=Écran « 24' » ; plat", prixDeVenteCents: 13_907, tauxTva: 5.5 },
        ...{ description: 'Ligne 1\nLigne "2"', photosUrls: ['https://a.example/1;2.jpg', '/images/2.jpg'] },
        ...{
          statutProduit: 'en_developpement',
          retractable: false,
          dateFinDeVie: '2027-01-31',
          marque: '-20',
        },
        ...{ dureeGarantie: 730, dateFinReapprovisionnement: '2026-12-01', categories: 'Son > Casques' },
      },
      fournisseurs: {
        nomLegal: 'Étoile',
        codeFournisseur: '+E',
        interlocuteurs: ['Ada', 'Zoé'],
        siret: '012',
      },
      magasins: { nom: 'Lille', adresse: '1, rue', servicesDisponibles: ['formation'], surfaceVente: 1_200 },
      entrepots: { nom: 'Nord', adresse: '@Lille', estGrosVolume: true, capaciteStockage: 5 },
      clients: {
        ...{ nom: 'Lévy', prenom: 'Zoé', adresseMail: 'zoe@example.org', telephone: '+33 6 12' },
        ...{ civilite: 'Mme', anniversaire: '1999-11-07', niveauFidelisation: 'Platine' },
        dateDebutFidelisation: '2020-01-31',
      },
    } as const
    for (const [kind, record] of Object.entries(records) as [keyof typeof records, object][]) {
      const created = await shop.call<object>('POST', `/api/publique/${kind}`, record)
      assert.equal(created.status, 201)
      const columns = recordColumns(kind)
      const file = [
        writeLine(columns.map(({ title }) => title)),
        writeLine(columns.map(({ value }) => value(created.body))),
      ].join('')
      const { body } = await sendFile<ImportAnswer>(shop, `${paths[kind]}?mode=upsert&dryRun=true`, file, {
        name: 'a.csv',
      })
      assert.deepEqual([body.unchanged, body.errors, body.preview?.[0]?.before], [1, [], {}], kind)
    }
  })
})

test('errors are translated with the header of their column and what is accepted', () => {
  for (const [error, column, expected] of [
    [
      'line/prixDeVenteCents must be integer',
      'Prix',
      '« Prix » doit être un montant en euros, comme 139,00 ou 1 234,50',
    ],
    [
      'line/prixDeVenteCents must be integer',
      'prixDeVenteCents',
      '« prixDeVenteCents » doit être un nombre entier, comme 12',
    ],
    [
      'Product with ean 12 already exists, on line 3',
      'Code-barres',
      '« Code-barres » 12 est déjà pris, à la ligne 3',
    ],
    ['Product with id 5 not found', undefined, 'Produit n° 5 inconnu'],
    ['quantity must be >= 0', 'Quantité', '« Quantité » doit être au moins 0'],
    ['magasin Sud is the name of no store', 'Magasin', 'Aucun magasin ne s’appelle « Sud »'],
    ['something else', 'Nom', 'something else'],
  ] as const)
    assert.equal(translateError(error, column), expected)
  assert.equal(
    translateError('line/prixDeVenteCents must be integer', 'Prix (€)', ' '),
    'Il manque « Prix (€) »',
  )
})
