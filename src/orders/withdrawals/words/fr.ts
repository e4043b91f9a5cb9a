import type { Language } from '../../../platform/http/pages.ts'

type Message = readonly [title: string, text: string]

export const fr = {
  language: 'fr' as Language,
  locale: 'fr-FR',
  page: 'Rétractation',
  title: 'Se rétracter d’un achat',
  lead: (days: number) =>
    `Vous pouvez renoncer à votre achat sans donner de raison, jusqu’à ${days} jours après sa livraison. Vous confirmez votre déclaration à l’étape suivante.`,
  ordreId: 'Numéro de commande',
  nom: 'Votre nom',
  courriel: 'E-mail de la commande',
  units: 'Combien d’unités rendez-vous ? Mettez 0 pour ce que vous gardez.',
  outOf: (count: number) => `sur ${count}`,
  excluded: 'sans droit de rétractation',
  next: 'Continuer',
  part: 'Ne rendre qu’une partie',
  order: 'Commande',
  whole: 'Toute la commande',
  article: 'Article',
  confirmation: 'Confirmez votre rétractation',
  confirm: 'Confirmer la rétractation',
  again: 'Recommencer',
  recorded: 'Votre rétractation est enregistrée',
  received: (at: string) => `Nous l’avons reçue le ${at}.`,
  sendBack:
    'Si ce numéro est celui d’une commande payée, un e-mail le confirme à l’adresse de la commande. Si vous ne le recevez pas, vérifiez le numéro et recommencez. Si vous avez déjà reçu les articles, renvoyez-les dans les quatorze jours.',
  declare: 'Déclarer une rétractation',
  faults: {
    unknown: 'Aucune commande ne porte ce numéro',
    ordreId: 'Donnez le numéro de la commande',
    nom: 'Donnez votre nom, en 200 caractères au plus',
    courriel: 'Cette adresse e-mail n’est pas valable',
    units: 'Donnez pour chaque article une quantité entière, de 0 à celle de la commande',
    none: 'Choisissez au moins un article',
  },
  problems: {
    404: [
      'Cette déclaration n’est plus valable',
      'Elle est inconnue, ou son temps est passé. Recommencez : une déclaration se confirme dans l’heure.',
    ],
    429: ['Trop de déclarations', 'Réessayez dans une minute.'],
    503: ['Service indisponible', 'Réessayez dans un instant.'],
  } as Partial<Record<number, Message>>,
  other: ['Demande impossible', 'La demande n’a pas pu être traitée. Recommencez.'] as Message,
}
export type Words = typeof fr
