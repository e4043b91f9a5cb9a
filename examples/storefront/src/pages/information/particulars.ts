import type { Shapes } from '../../api/client.ts'
import type { Language } from '../../language/language.ts'

export const NAMES = [
  'conditions-de-vente',
  'retours',
  'confidentialite',
  'contact',
  'accessibilite',
  'mentions-legales',
] as const
export type InformationName = (typeof NAMES)[number]

/** The particulars of the shop as texts; one that is missing is a text that says so. */
export type Shop = {
  name: string
  /** The seller in a sentence, such as `Comptoir SAS, SAS au capital de 10 000 €, 1 rue X, 75002 Paris`. */
  seller: string
  identifiers: string
  contact: string
  notice: string | null
}

type Section = { title: string; paragraphs: string[] }
export type Information = {
  titles: Record<InformationName, string>
  /** The sections of each page, and what it needs besides the particulars that staff can set. */
  pages: Record<InformationName, (shop: Shop) => { sections: Section[]; needs: string[] }>
}

const LABELS = {
  fr: {
    raisonSociale: 'raison sociale',
    adresse: 'adresse du siège',
    siret: 'SIRET',
    contact: 'contact (e-mail ou téléphone)',
    immatriculation: 'immatriculation',
    vat: 'TVA',
    missing: (name: string) => `[à compléter : ${name}]`,
  },
  en: {
    raisonSociale: 'company name',
    adresse: 'registered office',
    siret: 'SIRET',
    contact: 'contact (e-mail or telephone)',
    immatriculation: 'register',
    vat: 'VAT',
    missing: (name: string) => `[to be completed: ${name}]`,
  },
}

const REQUIRED = ['raisonSociale', 'adresse', 'siret', 'contact'] as const

/** Returns the particulars as texts, and the names of the required ones that are missing. */
export function particularsOf(given: Shapes['Boutique'], language: Language) {
  const labels = LABELS[language]
  const textOf = (name: (typeof REQUIRED)[number]) => given[name] ?? labels.missing(labels[name])
  const address = textOf('adresse')
    .split(';')
    .map(line => line.trim())
    .join(', ')
  const { nomBoutique, formeJuridique, immatriculation, numeroTva, mention } = given
  const shop: Shop = {
    name: nomBoutique ?? textOf('raisonSociale'),
    seller: [textOf('raisonSociale'), formeJuridique, address].filter(Boolean).join(', '),
    identifiers: [
      `${labels.siret} ${textOf('siret')}`,
      immatriculation,
      numeroTva && `${labels.vat} ${numeroTva}`,
    ]
      .filter(Boolean)
      .join(', '),
    contact: textOf('contact'),
    notice: mention,
  }
  return { shop, missing: REQUIRED.filter(name => given[name] === null).map(name => labels[name]) }
}
