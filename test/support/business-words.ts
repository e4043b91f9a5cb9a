import { areas } from './boundaries-source.ts'

/** Business terms of the areas, in both languages, without those that the platform also uses: order, client, store. */
const WORDS = `
  stripe cards? cartes? cvc payments? paiements? refunds? remboursements?
  orders commandes? ordre baskets? paniers? invoices? factures? shipments? bordereaux?
  customers? client.ids? user.ids? numeros? fidelites? fidelise comptes? mot.de.passe
  products? produits? articles? sku ean prices? prix promos? suppliers? fournisseurs?
  stocks? warehouses? entrepots? magasins? repairs? reparations? after.?sales purchasing restock
`
const word = new RegExp(`\\b(${[...areas, ...WORDS.trim().split(/\s+/)].join('|')})\\b`, 'gi')

/**
 * The platform authenticates callers: one of the interface's access classes is for the customer concerned, and an error
 * code refuses a caller whose rights are limited to stores.
 */
const isCaller = (path: string, word: string) =>
  path.startsWith('src/platform/http/') && /^(customers?|magasin)$/i.test(word)

/**
 * Finds business words in the names, texts and comments of a platform file, but not in the comments of SQL. Returns one
 * result per line with such a word.
 */
export function findBusinessWords(path: string, text: string): string[] {
  if (!path.startsWith('src/platform/') || path.endsWith('.test.ts')) return []
  const read = path.endsWith('.sql') ? text.replace(/--.*/g, '') : text
  return read.split('\n').flatMap((line, i) => {
    const found = apart(line)
      .match(word)
      ?.filter(each => !isCaller(path, each))
    return found?.length ? [`${path}:${i + 1} says ${found.join(', ')}`] : []
  })
}

/** Splits names in camel case and with underscores into words and removes accents. */
const apart = (line: string) =>
  line
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
