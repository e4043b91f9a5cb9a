import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { change, createCatalogueActions } from '../../../test/support/catalogue.ts'
import { openPlatform } from '../../../test/support/platform.ts'
import type { ProductChange } from '../../reference/contract.ts'

/** Searches of visitors of the sample shop, and the beginning of the name of the expected first result. */
const CASES: [string, string][] = [
  ['casque', 'Casque'],
  ['casques', 'Casque'],
  ['casque jeu', 'Casque de jeu Clairsonge Écho 7'],
  ['ordinateurs portables', 'Ordinateur portable'],
  ['ordinateur bureau kerdual', 'Ordinateur de bureau Kerdual Cube'],
  ['mini ordinateur', 'Mini-ordinateur Ondis Galet'],
  ['ecran 27', 'Écran Miradou 27 pouces QHD'],
  ['écrans incurvés', 'Écran incurvé Miradou Anse 34'],
  ['routeur wifi', 'Routeur Wi-Fi Brélan Phare'],
  ['ecran 2', 'Écran'],
  ['ordi', 'Ordinateur'],
  ['jouvance', 'Smartphone Jouvance'],
  ['coque jouvance', 'Coque Lérins pour Jouvance Un'],
  ['wi-fi répéteur', 'Répéteur Wi-Fi Brélan Écho'],
  ['usbc', 'Câble USB-C Voltane tressé 2 m'],
  ['128go', 'Clé USB Tarnelec Noyau 128 Go'],
  ['256 go', 'Carte mémoire Tarnelec Instant 256 Go'],
  ['smart phone lynx', 'Smartphone Altenor Lynx'],
  ['sourisverticale', 'Souris verticale Tavoline Mésange'],
  ['batterie voltane', 'Batterie externe Voltane 20 000 mAh'],
  ['jouvance un', 'Smartphone Jouvance Un'],
  ['liseu', 'Liseuse Ondis Marque-page'],
  ['mannette', 'Manette sans fil Pavonis Ricochet'],
  ['imprimente laser', 'Imprimante laser Solbrun Plume'],
  ['clavier bastdie', 'Clavier mécanique Tavoline Bastide'],
  ['telehpone fixe', 'Téléphone fixe Brélan Salon duo'],
  ['fauteuil rouge', 'Fauteuil de jeu Tavoline Perchoir'],
]

let catalogue: ReturnType<typeof createCatalogueActions>
before(async () => {
  catalogue = createCatalogueActions(await openPlatform({ only: ['catalogue'] }))
  const sample = JSON.parse(
    readFileSync(new URL('../../../sample/produits.json', import.meta.url), 'utf8'),
  ) as Partial<ProductChange>[]
  await catalogue.consume(...sample.map((product, i) => change(i + 1, 1, product)))
})

for (const [words, first] of CASES)
  test(`« ${words} » shows « ${first} » first`, async () => {
    const [shown] = await catalogue.names(words)
    assert.ok(shown?.startsWith(first), `${shown} came first`)
  })

test('a word of five or more letters with any one letter wrong finds its product', async () => {
  const missed: string[] = []
  for (const word of ['valmora', 'clavier', 'routeur', 'tablette', 'console', 'volant'])
    for (let at = 0; at < word.length; at++) {
      const typo = `${word.slice(0, at)}q${word.slice(at + 1)}`
      const shown = (await catalogue.names(typo)).join(' ').toLowerCase()
      if (!shown.includes(word)) missed.push(typo)
    }
  assert.deepEqual(missed, [])
})
