import assert from 'node:assert/strict'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parse } from 'yaml'
import { KINDS, OPERATIONS, wordsOf } from '../../console/src/pages/journal/operations.ts'
import { NAMES } from '../../console/src/pages/system/names.ts'
import { isFrench } from '../../console/src/parts/error-sentences.ts'
import { resources } from '../../src/reference/resources.ts'

const sourceOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

type Document = { paths: Record<string, Record<string, { operationId?: string }>> }

/** The operations of the API documents that change something, and the use of a key, which no route stands for. */
const operations = new Set([
  'useKey',
  ...readdirSync(new URL('../../docs/openapi/', import.meta.url)).flatMap(file =>
    Object.values((parse(sourceOf(`docs/openapi/${file}`)) as Document).paths).flatMap(methods =>
      ['post', 'put', 'patch', 'delete'].flatMap(method => methods[method]?.operationId ?? []),
    ),
  ),
])

test('the journal has words in both languages for each operation that is audited, and for no other', () => {
  assert.ok(operations.size > 100)
  assert.deepEqual(
    [...operations].filter(operation => wordsOf(operation) === undefined),
    [],
  )
  const known = new Set([...operations].map(operation => operation.split('-', 1)[0]))
  assert.deepEqual(
    Object.keys(OPERATIONS).filter(name => !known.has(name)),
    [],
  )
  for (const [name, [kind, fr, en]] of Object.entries(OPERATIONS)) {
    assert.ok(KINDS.includes(kind as (typeof KINDS)[number]), `${name}: ${kind}`)
    assert.ok(fr.length > 4 && en.length > 2, name)
  }
})

test('the journal names each field whose change the audit trail reports', () => {
  const words = sourceOf('console/src/pages/journal/fields.ts')
  const fields = [
    ...resources.flatMap(({ fields }) => Object.keys(fields)),
    ...['enStock', 'seuil', 'statut', 'droits', 'magasins', 'actif', 'codeExige', 'motDePasse'],
    ...['valeurPromotion', 'autoAppliquee', 'dateDebut', 'dateFin', 'tarifs', 'zones', 'suiviUrl'],
  ]
  assert.deepEqual(
    fields.filter(field => words.split(`${field}:`).length < 3),
    [],
  )
})

test('a message of the server that is French is told from an English one', () => {
  for (const message of [
    'Le prénom est obligatoire',
    'La commande CMD-1 a changé d’état entre-temps',
    'Un autre remboursement du paiement 7 a été fait entre-temps',
    'Cette facture est archivée : demandez-la à la boutique',
  ])
    assert.equal(isFrench(message), true, message)
  for (const message of [
    'body/prenom must have at least 1 character',
    'Order CMD-1 not found',
    'Product Casque Un Est is not for sale',
    'This call requires the right catalogue or admin',
  ])
    assert.equal(isFrench(message), false, message)
})

test('each page of the console is in exactly one group of the menu', () => {
  const pages = new Set(
    [...sourceOf('console/src/pages/index.ts').matchAll(/(?:entry\(\s*|path: )'(\/[a-z-]+)'/g)].map(
      ([, path]) => path,
    ),
  )
  const grouped = [...sourceOf('console/src/pages/groups.ts').matchAll(/\['(\/[a-z-]+)', Icon/g)].map(
    ([, path]) => path,
  )
  assert.ok(pages.size > 20)
  assert.deepEqual(grouped.toSorted(), [...pages].toSorted())
})

test('the page of the system has words for each job and each area', () => {
  const sources = globSync('src/**/*.ts', { cwd: new URL('../..', import.meta.url) })
    .filter(path => !path.endsWith('.test.ts'))
    .map(sourceOf)
  const names = sources.flatMap(source =>
    [...source.matchAll(/(?:name: |jobKind(?:<[^(]*>)?\()'([a-z]+\.[a-z-]+)'/g)].map(([, name = '']) => name),
  )
  const jobs = names.filter(
    name => /^(platform|.*s|catalogue|loyalty|reference)\./.test(name) && !name.endsWith('.svg'),
  )
  assert.ok(jobs.length > 30)
  const areas = ['reference', 'logistics', 'loyalty']
  assert.deepEqual(
    [...jobs, ...areas.map(area => `${area}.import`)].filter(name => NAMES[name] === undefined),
    [],
  )
})
