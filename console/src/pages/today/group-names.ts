import { defineTexts } from '../../language/language.tsx'
import type { Group } from './figures.ts'

export const groupTexts = defineTexts({
  fr: {
    title: 'Répartition des ventes',
    by: 'Répartir par',
    categorie: 'Catégorie',
    fournisseur: 'Fournisseur',
    paiement: 'Moyen de paiement',
    categorieHint:
      'Les catégories sont celles des articles à leur commande. Une commande compte dans chacune d’elles.',
    fournisseurHint:
      'Le fournisseur préféré de l’article à sa commande. Une commande compte pour chacun d’eux.',
    paiementHint: 'Le moyen qui a payé la commande ; ses remboursements sont déduits du même moyen.',
    compared: 'En gris, la période comparée.',
    units: 'Articles',
    more: (count: string) => `Voir les ${count} lignes`,
    fewer: 'Voir moins',
    export: 'Exporter la répartition',
    noCategory: 'Sans catégorie',
    noSupplier: 'Sans fournisseur',
    delivery: 'Livraison',
    notSplit: 'Non réparti',
    notSplitHint:
      'Des ventes ont été comptées avant que la répartition existe. « Recalculer les chiffres » les répartit.',
    cash: 'Espèces',
    card: 'Carte bancaire',
    brand: (brand: string) => `Carte ${brand}`,
    otherCard: 'Autre carte',
    provider: (name: string) => `Carte, par ${name}`,
    free: 'Gratuit',
    unknown: 'Moyen inconnu',
  },
  en: {
    title: 'Breakdown of sales',
    by: 'Break down by',
    categorie: 'Category',
    fournisseur: 'Supplier',
    paiement: 'Means of payment',
    categorieHint:
      'The categories are those of the articles when they were ordered. An order counts in each of them.',
    fournisseurHint:
      'The preferred supplier of the article when it was ordered. An order counts for each of them.',
    paiementHint: 'The means that paid the order; its refunds are deducted from the same means.',
    compared: 'The compared period is gray.',
    units: 'Articles',
    more: (count: string) => `Show all ${count} lines`,
    fewer: 'Show fewer',
    export: 'Export the breakdown',
    noCategory: 'No category',
    noSupplier: 'No supplier',
    delivery: 'Delivery',
    notSplit: 'Not broken down',
    notSplitHint:
      'Some sales were counted before the breakdown existed. “Recount the figures” breaks them down.',
    cash: 'Cash',
    card: 'Bank card',
    brand: (brand: string) => `${brand} card`,
    otherCard: 'Other card',
    provider: (name: string) => `Card, through ${name}`,
    free: 'Free',
    unknown: 'Unknown means',
  },
})

type Texts = typeof groupTexts.fr | typeof groupTexts.en

const BRANDS: Record<string, string> = { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express' }
const PROVIDERS: Record<string, string> = { stripe: 'Stripe' }

/** The name of a means of payment: its type, then the brand of the card or else the provider. */
function nameOfMeans(means: string | null, texts: Texts) {
  const [type, detail = ''] = (means ?? '').split(' ')
  if (type === 'especes') return texts.cash
  if (type === 'gratuit') return texts.free
  if (type !== 'carte_bancaire') return means || texts.unknown
  if (detail === '') return texts.card
  if (detail === 'autre') return texts.otherCard
  return BRANDS[detail] ? texts.brand(BRANDS[detail]) : texts.provider(PROVIDERS[detail] ?? detail)
}

/** Returns the name of a group in the language of the texts. */
export function nameOfGroup({ nature, cle, nom }: Group, texts: Texts): string {
  if (nature === 'livraison') return texts.delivery
  if (nature === 'non_reparti') return texts.notSplit
  if (nature === 'paiement') return nameOfMeans(cle, texts)
  return nom ?? (nature === 'categorie' ? texts.noCategory : texts.noSupplier)
}
