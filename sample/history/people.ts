import type { Random } from '../../test/support/seeded-random.ts'

/** A buyer; `prenom` and `nom` of a loyalty customer of the sample, who has an e-mail address only. */
export type Person = {
  prenom: string
  nom: string
  email: string
  telephone: string
  rue: string
  codePostal: string
  ville: string
  /** How often the person buys, compared with the others. */
  weight: number
}

/** `prenom nom`; the e-mail addresses are made from them. */
const NAMES =
  `Camille Martin|Julien Bernard|Nadia Benali|Éloïse Garnier|Thomas Petit|Inès Roussel|Hugo Lambert
Margaux Chevalier|Karim Haddad|Sophie Leroy|Antoine Mercier|Léa Fontaine|Mehdi Cherif|Pauline Gauthier|Lucas Morel
Aurélie Perrin|Samuel Colin|Fanny Arnaud|Baptiste Rolland|Yasmine Saïdi|Mathilde Renard|Olivier Caron|Chloé Vidal
Romain Masson|Estelle Noël|Quentin Faure|Laure Picard|Adrien Leclerc|Manon Barbier|Étienne Dumas|Salomé Roche
Florian Aubert|Jeanne Marchand|Nicolas Brun|Clara Giraud|Vincent Moulin|Amandine Boyer|Guillaume Lopes
Zoé Carpentier|Rémi Fabre|Hélène Lacroix|Sacha Blanchard|Valérie Prévost|Maxime Guérin|Sarah Cohen|Damien Besson`
    .split(/[|\n]/)
    .map(name => name.split(' ') as [string, string])

const STREETS = [
  ...['rue des Lilas', 'avenue de la Gare', 'rue du Moulin', 'place du Marché', 'rue Victor-Hugo'],
  ...[
    'chemin des Vignes',
    'rue de la Fontaine',
    'boulevard Carnot',
    'impasse des Peupliers',
    'quai des Platanes',
  ],
]
const TOWNS = [
  ...['59000 Lille', '44000 Nantes', '69002 Lyon', '69007 Lyon', '33000 Bordeaux', '67000 Strasbourg'],
  ...['35000 Rennes', '13400 Aubagne', '13008 Marseille', '75011 Paris', '31000 Toulouse', '37000 Tours'],
]

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Creates people with invented addresses. Telephone numbers are of the ranges reserved for fiction in France. */
export const createPeople = (random: Random): Person[] =>
  NAMES.map(([prenom, nom], i) => {
    const [codePostal = '', ville = ''] = random.pick(TOWNS).split(' ')
    const last = String(1000 + random.below(9000))
    return {
      ...{ prenom, nom, codePostal, ville },
      email: `${plain(prenom)}.${plain(nom)}@example.org`,
      telephone: `${i % 3 === 0 ? '01 99 00' : '06 39 98'} ${last.slice(0, 2)} ${last.slice(2)}`,
      rue: `${1 + random.below(80)} ${random.pick(STREETS)}`,
      weight: i < 16 ? 4 : 1,
    }
  })
