import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { TOTP, URI } from 'otpauth'
import type { Page } from 'playwright-core'
import { SEPARATE_CALLERS } from '../../support/callers.ts'
import { eventually } from '../../support/eventually.ts'
import { addStaffMember, KEYS, PASSWORD } from '../../support/guarded.ts'
import { openReceiver } from '../../support/receiver.ts'
import { inspectConsole, openConsole } from '../support/console.ts'
import { createOrderActions } from '../support/paid-orders.ts'

let desk: Awaited<ReturnType<typeof openConsole>>
before(async () => {
  const settings = {
    ...SEPARATE_CALLERS,
    COMPTOIR_PAYMENT_DELAY_MS: '0',
    COMPTOIR_WEBHOOK_NETWORKS: '127.0.0.1',
  }
  // Enables schedules, because the system page lists them.
  desk = await openConsole(settings, true)
})

const staff = async <Body>(method: 'GET' | 'PATCH', url: string, body?: unknown) =>
  (await desk.shop.call<Body>(method, url, body, KEYS.admin)).body
type Members = { data: { id: number; email: string; nom: string; droits: string[]; actif: boolean }[] }
const memberCalled = async (nom: string) =>
  (await staff<Members>('GET', '/api/v1/privee/personnel?limit=100')).data.find(one => one.nom === nom)

let stores: Promise<number[]> | undefined
/** Opens the stores Lille and Paris once; returns their ids. */
function openStores() {
  const open = async (nom: string) => {
    const { body } = await desk.shop.call<{ id: number }>(
      'POST',
      '/api/publique/magasins',
      { nom, adresse: 'Ici' },
      KEYS.admin,
    )
    return body.id
  }
  stores ??= Promise.all(['Lille', 'Paris'].map(open))
  return stores
}

async function signIn(page: Page, email: string, password: string, code?: string) {
  await page.getByLabel('Adresse e-mail').fill(email)
  await page.getByLabel(/^Mot de passe/).fill(password)
  if (code) await page.getByLabel('Code à usage unique').fill(code)
  await page.getByRole('button', { name: 'Se connecter' }).click()
}

describe('an administrator', () => {
  test('adds a staff member, grants rights, and removes them', async () => {
    const page = await desk.signedIn(['admin'], '/equipe')
    await page.getByRole('button', { name: 'Ajouter quelqu’un' }).click()
    const added = page.getByRole('dialog')
    await added.getByLabel('Nom').fill('Camille Martin')
    await added.getByLabel('Adresse e-mail').fill('camille@example.org')
    await added.getByLabel(/^Mot de passe/).fill(PASSWORD)
    await added.getByRole('button', { name: 'Ajouter' }).click()
    await added.getByText('Choisissez un rôle ou au moins un droit').waitFor()
    await added.getByRole('radio', { name: 'Vendeur' }).check()
    await added.getByRole('radio', { name: 'Droits au choix' }).check()
    await added.getByRole('checkbox', { name: 'Caisse' }).uncheck()
    assert.equal(await added.getByLabel('Entrepôt').isChecked(), true)
    await inspectConsole(page, 'equipe-ajouter')
    await added.getByRole('button', { name: 'Ajouter' }).click()
    await added.waitFor({ state: 'detached' })
    await page.getByText('camille@example.org').waitFor()
    await inspectConsole(page, 'equipe')

    const theirs = await desk.open('/compte')
    await signIn(theirs, 'camille@example.org', PASSWORD)
    await theirs.getByText('Vos droits : Entrepôt').waitFor()

    await page.getByRole('button', { name: 'Modifier Camille Martin' }).click()
    const edited = page.getByRole('dialog')
    // Another administrator saves first. The page reports this, and saving again retains both changes.
    const camille = await memberCalled('Camille Martin')
    await staff('PATCH', `/api/v1/privee/personnel/${camille?.id}`, { droits: ['warehouse', 'till'] })
    await edited.getByLabel('Nom').fill('Camille Martin-Roy')
    await edited.getByRole('button', { name: 'Enregistrer' }).click()
    await edited.getByText('Quelqu’un d’autre a modifié cette personne entre-temps').waitFor()
    await edited.getByText('Camille Martin · Caisse, Entrepôt · Actif').waitFor()
    await inspectConsole(page, 'equipe-conflit')
    await edited.getByRole('button', { name: 'Enregistrer' }).click()
    await edited.waitFor({ state: 'detached' })
    assert.deepEqual((await memberCalled('Camille Martin-Roy'))?.droits, ['warehouse', 'till'])

    await page.getByRole('button', { name: 'Modifier Camille Martin-Roy' }).click()
    await edited.getByLabel('Peut se connecter').uncheck()
    await edited.getByRole('button', { name: 'Enregistrer' }).click()
    await page.getByRole('button', { name: 'Désactiver Camille Martin-Roy' }).click()
    await page.getByText('Désactivé').waitFor()
    assert.equal((await memberCalled('Camille Martin-Roy'))?.actif, false)
  })

  test('changes their own password and sets up one-time codes', async () => {
    const page = await desk.signedIn(['admin'], '/compte')
    await page.getByRole('heading', { name: 'Mon compte' }).waitFor()
    const email = (await page.getByText(/@example\.org$/).textContent()) ?? ''
    const passwords = page.locator('section', { has: page.getByRole('heading', { name: 'Mot de passe' }) })
    await passwords.getByLabel('Mot de passe actuel').fill('wrong')
    await passwords.getByLabel('Nouveau mot de passe').fill('un autre long mot de passe')
    await passwords.getByRole('button', { name: 'Changer le mot de passe' }).click()
    await page.getByText('Ce n’est pas le mot de passe actuel.').waitFor()
    await passwords.getByLabel('Mot de passe actuel').fill(PASSWORD)
    await passwords.getByRole('button', { name: 'Changer le mot de passe' }).click()
    await page.getByText('Mot de passe changé.').waitFor()

    const codes = page.locator('section', { has: page.getByRole('heading', { name: 'Code à usage unique' }) })
    await codes.getByLabel('Mot de passe actuel').fill('un autre long mot de passe')
    await codes.getByRole('button', { name: 'Mettre en place' }).click()
    const picture = page.getByRole('img', { name: /^Code QR/ })
    await picture.waitFor()
    await inspectConsole(page, 'compte')
    // The QR code contains this secret, which the page also shows as text.
    const secret = (await codes.locator('code').textContent()) ?? ''
    const totp = URI.parse(`otpauth://totp/x?secret=${secret}`)
    assert.ok(totp instanceof TOTP)
    await codes.getByLabel('Code à six chiffres').fill('000000')
    await codes.getByRole('button', { name: 'Confirmer' }).click()
    await page.getByText('Ce code n’est pas le bon').waitFor()
    await codes.getByLabel('Code à six chiffres').fill(totp.generate())
    await codes.getByRole('button', { name: 'Confirmer' }).click()
    await page.getByText('À la connexion, un code de votre téléphone vous est demandé.').waitFor()

    const again = await desk.open('/compte')
    await signIn(again, email, 'un autre long mot de passe')
    await again.getByRole('alert').waitFor()
    // Each code is valid only once, so this uses the next one, half a minute early.
    await signIn(
      again,
      email,
      'un autre long mot de passe',
      totp.generate({ timestamp: Date.now() + 30_000 }),
    )
    await again.getByRole('heading', { name: 'Mon compte' }).waitFor()
  })

  test('creates a key of a store, which is shown once and works, and revokes it', async () => {
    const [lille] = await openStores()
    const page = await desk.signedIn(['admin'], '/cles')
    await page.getByText('Aucune clé n’a été créée ici.').waitFor()
    await page.getByRole('button', { name: 'Nouvelle clé' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Nom').fill('Caisse de Lille')
    await dialog.getByLabel('Caisse', { exact: true }).check()
    await dialog.getByRole('combobox', { name: 'Magasins' }).click()
    await page.getByRole('option', { name: 'Lille' }).click()
    await dialog.getByLabel('Nom').click()
    await dialog.getByRole('button', { name: 'Créer la clé' }).click()
    const key = (await dialog.locator('pre').textContent()) ?? ''
    await inspectConsole(page, 'cle')
    const orders = async (query = '') =>
      (await desk.shop.call('GET', `/api/v1/privee/commandes${query}`, undefined, { 'x-api-key': key }))
        .status
    assert.equal(await orders(`?magasinId=${lille}`), 200)
    assert.equal(await orders('?magasinId=999'), 403)
    await dialog.getByRole('button', { name: 'Je l’ai gardée' }).click()
    await page.getByText('Caisse de Lille').waitFor()
    await page.getByRole('cell', { name: 'Lille', exact: true }).waitFor()
    await inspectConsole(page, 'cles')
    await page.getByRole('button', { name: 'Retirer la clé Caisse de Lille' }).click()
    await page.getByRole('button', { name: 'Retirer « Caisse de Lille »' }).click()
    await page.getByText(/^Retirée le/).waitFor()
    await eventually('the key is refused', async () => (await orders()) === 401)
    assert.equal(await page.getByText(key).count(), 0)
  })

  test('limits a member to a store, who then sees the pages and stocks of this store alone', async () => {
    const [lille] = await openStores()
    const { id, email } = await addStaffMember(desk.shop, 'warehouse')
    await staff('PATCH', `/api/v1/privee/personnel/${id}`, { magasins: [lille] })
    const page = await desk.open('/stocks')
    await signIn(page, email, PASSWORD)
    await page.getByRole('link', { name: 'Bons' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Réassort' }).count(), 0)
    await page.getByRole('combobox', { name: 'Magasin' }).click()
    await page.getByRole('option').first().waitFor()
    assert.deepEqual(await page.getByRole('option').allTextContents(), ['Lille'])
  })

  test('sends events to an address, sees their outcome, and sends one again', async () => {
    const receiver = await openReceiver()
    receiver.answerWith({ status: 500, body: 'La base est pleine' })
    const page = await desk.signedIn(['admin'], '/webhooks')
    await page.getByText('Rien n’est envoyé nulle part.').waitFor()
    await page.getByRole('button', { name: 'Nouveau webhook' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Adresse').fill('http://10.0.0.1/entree')
    await dialog.getByLabel(/^À quoi il sert/).fill('Comptabilité')
    await dialog.getByLabel('Tous les événements').uncheck()
    await dialog.getByRole('button', { name: 'Créer le webhook' }).click()
    await dialog.getByText('Choisissez au moins un événement, ou tous').waitFor()
    await dialog.getByLabel('fidelite.commande-payee').check()
    await dialog.getByRole('button', { name: 'Créer le webhook' }).click()
    await dialog.getByText('Cette adresse n’est pas acceptée').waitFor()
    await inspectConsole(page, 'webhook-nouveau')
    await dialog.getByLabel('Adresse').fill(receiver.url)
    await dialog.getByRole('button', { name: 'Créer le webhook' }).click()
    await dialog.getByText(/^whsec_/).waitFor()
    await inspectConsole(page, 'webhook-secret')
    await dialog.getByRole('button', { name: 'Je l’ai gardé' }).click()
    await page.getByRole('link', { name: 'Comptabilité' }).click()

    await page.getByRole('button', { name: 'Envoyer un essai' }).click()
    await page.getByRole('cell', { name: '500' }).waitFor()
    await page.getByText(/^Rien d’accepté depuis/).waitFor()
    await inspectConsole(page, 'webhook')
    await page.getByRole('button', { name: 'comptoir.essai' }).click()
    await dialog.getByText('La base est pleine').waitFor()
    await inspectConsole(page, 'webhook-envoi')
    receiver.answerWith(204)
    // The second attempt would be due after five seconds, and the third only after five minutes.
    await desk.shop.platform.db.pg.query('update accounts.livraison_webhook set "prochainEssai" = now()')
    await dialog.getByText('Accepté').waitFor()
    const before = receiver.received.length
    await dialog.getByRole('button', { name: 'Renvoyer' }).click()
    await receiver.gets(before + 1)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Arrêter' }).click()
    await page.getByRole('button', { name: 'Reprendre les envois' }).waitFor()
    await page.getByRole('link', { name: '← Webhooks' }).click()
    await page.getByRole('cell', { name: 'Arrêté' }).waitFor()
    await inspectConsole(page, 'webhooks')
  })

  test('sees stuck queues immediately', async () => {
    const page = await desk.signedIn(['admin'], '/systeme')
    await page.getByText('Tout avance').waitFor()
    await desk.shop.platform.db.pg.query(
      `insert into platform.outbox (queue, "messageId", "requestId", body, "createdAt")
       values ('commandes.perdues', gen_random_uuid(), 'r', '{}', now() - interval '1 hour')`,
    )
    await page.getByText('La file « commandes.perdues » attend depuis').waitFor()
    await inspectConsole(page, 'systeme-attente')
    await desk.shop.platform.db.pg.query(`delete from platform.outbox where queue = 'commandes.perdues'`)
  })

  test('reads the audit trail, the mails sent, and the system state', async () => {
    const orders = createOrderActions(desk.shop)
    await orders.order(await orders.store('Lille'), ['Lampe'], { clientInfo: { email: 'ada@example.org' } })
    const page = await desk.signedIn(['admin'], '/journal')
    await page.getByText('Ajouter quelqu’un à l’équipe').first().waitFor()
    const screen = { ean: '3700000000017', nom: 'Écran Miradou', prixDeVenteCents: 13_900 }
    const { call } = desk.shop
    const { body: product } = await call<{ id: number }>('POST', '/api/publique/produits', screen, KEYS.admin)
    await staff('PATCH', `/api/publique/produits/${product.id}`, { prixDeVenteCents: 12_900 })
    await page.getByRole('combobox', { name: 'Genre' }).click()
    await page.getByRole('option', { name: 'Produits' }).click()
    await page.getByText(/^Prix de Écran Miradou : 139,00\s€ → 129,00\s€$/).waitFor()
    await page.getByText('Ajouter quelqu’un à l’équipe').first().waitFor({ state: 'detached' })
    await inspectConsole(page, 'journal')
    await page.getByRole('link', { name: 'Écran Miradou' }).first().click()
    await page.getByRole('heading', { name: 'Écran Miradou' }).waitFor()
    await page.goBack()
    const search = page.getByRole('combobox', { name: /^Personne, clé/ })
    await search.fill('MIRAD')
    await page.getByText(/^Prix de Écran Miradou/).waitFor()
    await search.fill('personne de ce nom')
    await page.getByText('Rien dans le journal pour ces filtres.').waitFor()

    await page.goto(`${desk.url}/courriels`)
    await page.getByRole('heading', { name: 'Courriels' }).waitFor()
    await page.getByText('ada@example.org').first().waitFor()
    await inspectConsole(page, 'courriels')
    await page
      .getByRole('row', { name: /ada@example/ })
      .getByRole('button')
      .first()
      .click()
    await page.getByRole('dialog').getByText('À ada@example.org').waitFor()
    await inspectConsole(page, 'courriel')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Aperçu des courriels' }).click()
    await page.getByRole('combobox', { name: 'Courriel' }).click()
    await page.getByRole('option', { name: 'Remboursement' }).click()
    await page.getByRole('radiogroup', { name: 'Langue du courriel' }).getByText('English').click()
    const preview = page.frameLocator('iframe[title="Remboursement"]')
    await preview.getByRole('heading', { name: 'We have refunded you' }).waitFor()
    assert.equal(await preview.getByText('Remaining paid').count(), 1)
    await inspectConsole(page, 'courriels-apercu')

    await page.goto(`${desk.url}/systeme`)
    // The order names no existing customer, so the purchase history has rejected its message.
    await page.getByText('Messages refusés depuis une heure').waitFor()
    await page.getByText('fidelite.historique-commande').waitFor()
    await page.getByText('platform.prune').waitFor()
    await inspectConsole(page, 'systeme')

    await page.getByRole('button', { name: /^Ouvrir le message de fidelite.historique-commande/ }).click()
    await page.getByText('"clientId"').waitFor()
    await inspectConsole(page, 'message-refuse')
    await page.getByRole('button', { name: 'Reprendre' }).click()
    const [giving, dropping] = ['Reprendre ce message ?', 'Oublier ce message ?'].map(name =>
      page.getByRole('dialog', { name }),
    )
    await giving?.getByText('prend effet une seule fois').waitFor()
    await inspectConsole(page, 'message-reprendre')
    await giving?.getByRole('button', { name: 'Reprendre' }).click()
    await page.getByText('Refusé de nouveau').waitFor()
    await page.getByRole('button', { name: 'Oublier' }).click()
    await dropping?.getByRole('button', { name: 'Oublier' }).click()
    await page.getByText('Aucun message refusé n’est gardé.').waitFor()
  })
})
