import { type Value, writeDay, writeEuros } from './csv.ts'
import type { ExportColumn } from './read-all.ts'

/** French headers by field, in the order of the file. Imports understand them, which a test holds. */
export const RECORD_HEADERS = {
  produits: {
    ean: 'Code-barres',
    nom: 'Nom',
    prixDeVenteCents: 'Prix (€)',
    tauxTva: 'TVA (%)',
    categories: 'Catégorie',
    marque: 'Marque',
    description: 'Description',
    photosUrls: 'Photos',
    statutProduit: 'Statut',
    retractable: 'Rétractable',
    dureeGarantie: 'Garantie (jours)',
    poids: 'Poids',
    couleurs: 'Couleurs',
    dimensions: 'Dimensions',
    caracteristiquesTechniques: 'Caractéristiques techniques',
    documentationUrl: 'Documentation',
    dateFinReapprovisionnement: 'Date de fin de réapprovisionnement',
    dateFinDeVie: 'Date de fin de vie',
    produitsComplementairesIds: 'Produits complémentaires',
  },
  relations: {
    produitId: 'Produit (id)',
    fournisseurId: 'Fournisseur (id)',
    prixFournisseurCents: 'Prix d’achat (€)',
    referenceFournisseur: 'Référence fournisseur',
    delaiLivraisonJours: 'Délai de livraison (jours)',
    quantiteMinimaleCommande: 'Quantité minimale de commande',
    packaging: 'Unités par carton',
    statutRelation: 'Statut de la relation',
  },
  fournisseurs: {
    codeFournisseur: 'Code fournisseur',
    nomLegal: 'Nom',
    siret: 'SIRET',
    adresse: 'Adresse',
    email: 'Email',
    telephone: 'Téléphone',
    interlocuteurs: 'Interlocuteurs',
    documentsContractuelUrls: 'Documents contractuels',
    statut: 'Statut',
    statutContractuel: 'Statut contractuel',
  },
  magasins: {
    nom: 'Nom',
    adresse: 'Adresse',
    statut: 'Statut',
    type: 'Type',
    servicesDisponibles: 'Services disponibles',
    horaires: 'Horaires',
    responsable: 'Responsable',
    surfaceVente: 'Surface de vente (m2)',
    capaciteDAccueil: 'Capacité d’accueil',
  },
  entrepots: {
    nom: 'Nom',
    adresse: 'Adresse',
    statut: 'Statut',
    typeEntrepot: 'Type d’entrepôt',
    estGrosVolume: 'Gros volume',
    horaires: 'Horaires',
    capaciteStockage: 'Capacité de stockage',
    capaciteLogistique: 'Capacité logistique',
    rolesLogistiques: 'Rôles logistiques',
    zoneGeographiqueDesservie: 'Zone géographique desservie',
    responsableLogistique: 'Responsable logistique',
  },
  stocks: { ean: 'Code-barres', magasin: 'Magasin', quantity: 'Quantité' },
  clients: {
    civilite: 'Civilité',
    nom: 'Nom',
    prenom: 'Prénom',
    adresseMail: 'Adresse mail',
    telephone: 'Téléphone',
    adresse: 'Adresse',
    anniversaire: 'Anniversaire',
    niveauFidelisation: 'Niveau de fidélisation',
    pointsFidelite: 'Points de fidélité',
    dateDebutFidelisation: 'Date de début de fidélisation',
  },
} as const
export type RecordKind = keyof typeof RECORD_HEADERS

/** Fields that a new record needs. */
const REQUIRED: Record<RecordKind, readonly string[]> = {
  produits: ['ean', 'nom', 'prixDeVenteCents'],
  relations: ['produitId', 'fournisseurId'],
  fournisseurs: ['codeFournisseur', 'nomLegal'],
  magasins: ['nom', 'adresse'],
  entrepots: ['nom', 'adresse'],
  stocks: ['ean', 'magasin', 'quantity'],
  clients: ['nom', 'prenom', 'adresseMail'],
}

export const requiredHeadersOf = (kind: RecordKind): string[] =>
  Object.entries(RECORD_HEADERS[kind]).flatMap(([field, header]) =>
    REQUIRED[kind].includes(field) ? [header] : [],
  )

export const headersOf = (kind: RecordKind): string[] => Object.values(RECORD_HEADERS[kind])

/** Returns the columns of an export that an import of the same kind reads again. */
export const recordColumns = <Row extends object>(kind: RecordKind): ExportColumn<Row>[] =>
  Object.entries(RECORD_HEADERS[kind]).map(([field, title]) => ({
    title,
    value: row => {
      const value = (row as Record<string, Value>)[field]
      if (field.endsWith('Cents')) return writeEuros(value as number | null)
      return field.startsWith('date') || field === 'anniversaire' ? writeDay(value as string | null) : value
    },
  }))
