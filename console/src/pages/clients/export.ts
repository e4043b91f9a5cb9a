import { writeDay, writeMoment } from '../../parts/exports/csv.ts'
import { defineColumns } from '../../parts/exports/read-all.ts'
import type { Client } from './find.ts'

/** The columns that the import of customers reads, and further ones. */
export const clientColumns = defineColumns<Client>({
  'N° client': ({ idClient }) => idClient,
  Civilité: ({ civilite }) => civilite,
  Nom: ({ nom }) => nom,
  Prénom: ({ prenom }) => prenom,
  'Adresse mail': ({ adresseMail }) => adresseMail,
  Téléphone: ({ telephone }) => telephone,
  Adresse: ({ adresse }) => adresse,
  Anniversaire: ({ anniversaire }) => writeDay(anniversaire),
  'Niveau de fidélisation': ({ niveauFidelisation }) => niveauFidelisation,
  'Points de fidélité': ({ pointsFidelite }) => pointsFidelite,
  'Date de début de fidélisation': ({ dateDebutFidelisation }) => writeDay(dateDebutFidelisation),
  'Créé le': ({ createdAt }) => writeMoment(createdAt),
})
