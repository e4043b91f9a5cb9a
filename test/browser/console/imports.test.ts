import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { before, describe, test } from 'node:test'
import { inspectConsole } from '../support/console.ts'
import { button, heading, openGoods } from '../support/goods.ts'

let goods: Awaited<ReturnType<typeof openGoods>>
before(async () => {
  goods = await openGoods()
})

/** Creates a file of this many products, of which every thousandth has no name. */
const fileOf = (count: number) => ({
  name: 'catalogue-hiver.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    `ean;nom;prixDeVenteCents;description\n${Array.from(
      { length: count },
      (_, i) =>
        `26${String(i).padStart(11, '0')};${i % 1_000 === 999 ? '' : `Boule ${i}`};${i};"Une boule de verre soufflé, ${'peinte à la main '.repeat(12)}"`,
    ).join('\n')}\n`,
  ),
})

describe('a catalogue manager', () => {
  test('imports 5,000 products: previews the result, reloads the page during the import, and loses nothing', async () => {
    const page = await goods.desk.signedIn(['catalogue'], '/produits/imports')
    await button(page, 'Vérifier le fichier').click()
    await page.getByText('Choisissez un fichier').waitFor()
    await page.locator('input[type=file]').setInputFiles(fileOf(5_000))
    await inspectConsole(page, 'imports')
    await button(page, 'Vérifier le fichier').click()
    await heading(page, 'Ce que donnerait l’import').waitFor({ timeout: 60_000 })
    await page.getByText('Il manque « nom »').first().waitFor()
    await inspectConsole(page, 'import-verifie')
    const found = () => goods.read<{ total: number }>('/api/publique/produits?search=boule&limit=1')
    assert.equal((await found()).total, 0)

    // The reloaded page has lost the file, but the server has stored it.
    await page.reload()
    await button(page, 'Importer 4 995 lignes').click()
    await button(page.getByRole('dialog'), 'Importer 4 995 lignes').click()
    // A quick import may have ended before the page requests its progress.
    await page.getByText(/lignes? lues?|^Ce qu’a donné l’import$/).waitFor()
    await inspectConsole(page, 'import-en-cours')
    await page.reload()
    await heading(page, 'Ce qu’a donné l’import').waitFor({ timeout: 60_000 })
    assert.equal((await found()).total, 4_995)

    await page.getByRole('link', { name: 'Tous les imports' }).click()
    await page.getByRole('cell', { name: /Créés : 4 995/ }).waitFor()
  })

  test('imports a French spreadsheet, corrects its two refused lines, and imports an export, which changes nothing', async () => {
    const page = await goods.desk.signedIn(['catalogue'], '/produits/imports')
    const send = async (name: string, content: Buffer) => {
      await page
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'application/vnd.ms-excel', buffer: content })
      await button(page, 'Vérifier le fichier').click()
    }
    const download = async (name: string) => {
      const downloading = page.waitForEvent('download')
      await button(page, name).click()
      return (await buffer(await (await downloading).createReadStream())).toString()
    }
    const template = await download('Télécharger le modèle')
    assert.match(template, /^\uFEFFCode-barres;Nom;Prix \(€\);TVA \(%\);Catégorie;/)

    await send('notes.csv', Buffer.from('rayon;article\n1;2\n'))
    await page.getByText('La première ligne doit nommer les colonnes').waitFor()
    await page.getByRole('link', { name: 'Tous les imports' }).click()

    const lines = Array.from({ length: 20 }, (_, i) => {
      const prix = i === 4 ? 'à voir' : `1 0${String(i).padStart(2, '0')},5`
      return `21000001${String(i).padStart(5, '0')};${i === 7 ? '' : `Théière « n° ${i} »`};${prix};5,5;"Thé\r\nCafé"`
    })
    const file = ['Code-barres;Désignation;Prix;TVA;Description', ...lines, ''].join('\r\n')
    await send('theieres.csv', Buffer.from(file, 'latin1'))
    await page.getByRole('cell', { name: '1 000,50 €' }).waitFor()
    await page.getByText('« Prix » doit être un montant en euros, comme 139,00 ou 1 234,50').waitFor()
    await page.getByText('Il manque « Désignation »').waitFor()
    await inspectConsole(page, 'import-francais')
    const refused = await download('Télécharger les lignes refusées')
    assert.match(refused, /^\uFEFFCode-barres;Désignation;Prix;TVA;Description;Erreur\r\n2100000100004;/)
    await button(page, 'Importer 18 lignes').click()
    await button(page.getByRole('dialog'), 'Importer 18 lignes').click()
    await heading(page, 'Ce qu’a donné l’import').waitFor()
    await page.getByRole('link', { name: 'Voir les 18 produits' }).waitFor()

    await page.getByRole('link', { name: 'Tous les imports' }).click()
    await send('corriges.csv', Buffer.from(refused.replace('à voir', '12').replace(';;1', ';Théière;1')))
    await button(page, 'Importer 2 lignes').click()
    await button(page.getByRole('dialog'), 'Importer 2 lignes').click()
    await heading(page, 'Ce qu’a donné l’import').waitFor()

    await page.goto(`${goods.desk.url}/produits?search=théière`)
    await page.getByText('20 en tout').waitFor()
    const exported = await download('Exporter')
    assert.match(exported, /2100000100000;Théière « n° 0 »;1000,50;5,5;/)
    await page.goto(`${goods.desk.url}/produits/imports`)
    await page.getByLabel('Le mettre à jour').check()
    await send('export.csv', Buffer.from(exported))
    await page.getByText('Il n’y a rien à enregistrer dans ce fichier.').waitFor()
  })
})

test('an administrator imports customers: a taken address is refused, then updated', async () => {
  const page = await goods.desk.signedIn(['admin'], '/clients')
  await page.getByRole('link', { name: 'Importer' }).click()
  const file = {
    name: 'clients.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'Civilité;Nom;Prénom;Email;Anniversaire\r\nMme;Lévy;Zoé;zoe@example.org;7/11/1999\r\n;Noël;;noel@example.org;\r\n',
      'latin1',
    ),
  }
  const check = async () => {
    await page.locator('input[type=file]').setInputFiles(file)
    await button(page, 'Vérifier le fichier').click()
  }
  await check()
  await page.getByText('Il manque « Prénom »').waitFor()
  await page.getByRole('cell', { name: '7 nov. 1999' }).waitFor()
  await inspectConsole(page, 'import-clients')
  await button(page, 'Importer 1 ligne').click()
  await button(page.getByRole('dialog'), 'Importer 1 ligne').click()
  await page.getByRole('link', { name: 'Voir les clients' }).waitFor()

  await page.getByRole('link', { name: 'Tous les imports' }).click()
  await check()
  await page.getByText('« Email » zoe@example.org est déjà pris').waitFor()
  await page.getByRole('link', { name: 'Tous les imports' }).click()
  file.buffer = Buffer.from('Nom;Prénom;Email\r\nLevi;Zoé;ZOE@example.org\r\n')
  await page.getByLabel('Le mettre à jour').check()
  await check()
  await page.getByText('À modifier').waitFor()
  await page.getByText('Lévy').waitFor()
})
