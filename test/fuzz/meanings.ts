/**
 * Meaningful values of fields and parameters with this name. `~name~` is replaced by the value of that name in the
 * call's story, `~other.name~` by that of another story, `~new~` by an unused number.
 */
const MEANINGS: Record<string, readonly unknown[]> = {
  ...ofEach(['ordreId', 'orderId'], [...placeholdersOf('ordreId'), '~payable~', 'externe-~new~']),
  ...ofEach(
    ['clientId', 'idClient'],
    [...placeholdersOf('clientId'), '~userId~', '~clientSansCompte~', 'INVITE-1'],
  ),
  ...ofEach(['produitId', 'productId', 'idProduit', 'articleId'], placeholdersOf('produit')),
  ...ofEach(['magasinId', 'storeId', 'store_id', 'idMagasin', 'stockId'], placeholdersOf('magasin')),
  ...ofEach(['fournisseurId'], placeholdersOf('fournisseur')),
  ...ofEach(['clientFideliseId', 'fidelise'], placeholdersOf('client')),
  ...ofEach(['amount'], [10, 10, '10.00', 1000]),
  ...ofEach(['montant'], [10, 5, 0.01]),
  ...ofEach(['montantTotalCents', 'prixUnitaireCents', 'prixDeVenteCents', 'montantCents'], [1000]),
  ...ofEach(['quantite', 'quantity'], [1]),
  ...ofEach(['devise', 'currency'], ['EUR']),
  ...ofEach(['email', 'customerEmail', 'adresseMail'], ['fuzz.~new~@example.org', '~email~', '~sansCompte~']),
  ...ofEach(['id', 'ids'], placeholdersOf('self')),
  ...ofEach(
    ['dateFrom', 'dateTo', 'purchaseDate', 'at'],
    ['2026-11-22', '2026-11-22T10:00:00Z', '2026-11-22T10:00'],
  ),
  ...ofEach(['dateFin', 'expireLe'], ['2040-01-01T00:00:00Z', '2040-01-01T00:00', '2040-01-01']),
  admission: [0, 1],
  code: ['colis-fuzz'],
  pays: ['FR', 'BE'],
  motDePasse: ['un mot de passe'],
  refs: ['~produit~', '~produit~,~other.produit~', '~clientId~'],
  userId: [...placeholdersOf('userId'), '~clientId~'],
  ref: ['~userId~', '~clientId~'],
  transactionId: placeholdersOf('transactionId'),
  authorizationId: placeholdersOf('authorizationId'),
  clientSecret: placeholdersOf('clientSecret'),
  csrf: placeholdersOf('csrf'),
  token: placeholdersOf('lien'),
  status: ['annule', 'accepte'],
  carte: ['nouvelle', '~carte~'],
  cardNumber: ['4242424242424242', '4242 4242 4242 4242', '4000000000000002', '4000000000000259'],
  expirationDate: ['12/40', '12/2040'],
  cvc: ['123'],
  provider: ['provider', 'simulated', 'stripe'],
  returnUrl: ['https://boutique.example/merci'],
  url: ['https://erp.invalid/entree'],
  livraisonId: placeholdersOf('livraison'),
  ticketId: ['~ticketId~', 'ticket-~new~'],
  ean: ['~new~', '~ean~'],
  sku: ['~ean~'],
  codeFournisseur: ['F~new~', '~codeFournisseur~'],
  filters: [
    '[{"field":"nom","operator":"contains","value":"a"}]',
    '[{"field":"id","operator":">","value":1}]',
    '[{"field":"createdAt","operator":">=","value":"2026-01-01"}]',
  ],
  sort: ['nom', '-nom', 'id,-nom', 'createdAt'],
  fields: ['id,nom', 'id'],
  include: ['fournisseurs', 'produits'],
}

/** The kind of `{id}` in a path, by the noun before it. */
const BY_NOUN: Record<string, string> = {
  produits: 'produit',
  fournisseurs: 'fournisseur',
  magasins: 'magasin',
  entrepots: 'entrepot',
  stocks: 'magasin',
  clients: 'client',
  'clients-card': 'client',
  cartes: 'carte',
  transactions: 'transactionId',
  data: 'promotion',
  'client-buy-history': 'achat',
  fiche_reparation: 'fiche',
  'intentions-paiement': 'intention',
  reapprovisionnements: 'reapprovisionnement',
  webhooks: 'webhook',
  livraisons: 'livraison',
  essais: 'livraison',
}

/** Returns placeholders: mostly for the story's own value, else for the latest response's or another story's. */
export function placeholdersOf(name: string) {
  return [`~${name}~`, `~${name}~`, `~${name}~`, `~${name}~`, `~last.${name}~`, `~other.${name}~`]
}

function ofEach(names: string[], values: unknown[]) {
  return Object.fromEntries(names.map(name => [name, values]))
}

const asNumber = (value: unknown) =>
  typeof value === 'string' && /^~[\w.]+~$/.test(value) ? value.replace('~', '~#') : value

/**
 * Fields that only have their meanings. Orders never closes an order to more payments than it has admitted: a larger
 * number would leave an open order whose admitted payments are all refused.
 */
export const ONLY_MEANT = ['admission']

/** Returns meaningful values of a field of this name and type; undefined if none are known. */
export function findMeanings(name: string, type: string | undefined): readonly unknown[] | undefined {
  const values = MEANINGS[name]
  if (!values || type === 'array' || type === 'object' || type === 'boolean' || type === 'null')
    return undefined
  const numeric = type === 'integer' || type === 'number'
  const fitting = numeric
    ? values.map(asNumber).filter(value => typeof value === 'number' || /^~#/.test(String(value)))
    : values.filter(value => typeof value === 'string')
  return fitting.length > 0 ? fitting : undefined
}

/** Returns the story's name for the records of a path, to which `~self~` refers. */
export function subjectOf(path: string): string {
  const nouns = path.split('/').flatMap(part => BY_NOUN[part] ?? [])
  return nouns.at(-1) ?? (/pa[iy]ement|private/.test(path) ? 'clientId' : 'produit')
}

/** Returns the story's name for the record of `{id}` after this part of a path. */
export const nounOf = (path: string): string => BY_NOUN[path.split('/').at(-1) ?? ''] ?? 'produit'
