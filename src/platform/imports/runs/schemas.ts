import Type, { type Static } from 'typebox'
import { Id, Limit, Nullable, Page, PageOf, Shape, Timestamp } from '../../http/pages.ts'
import { ImportAnswer } from '../import.ts'

const STATES = ['en_attente', 'en_cours', 'termine', 'echec', 'abandonne'] as const

const { errors, warnings, warned, unknownFields, columns, preview, ...counts } = ImportAnswer.properties

/** The result of an import, without its lines. Results of version 0.2 lack the optional fields. */
const ImportCounts = Shape('BilanImport', {
  ...counts,
  warned: Type.Optional(warned),
  unknownFields: Type.Optional(unknownFields),
})

/** A background import. */
export const ImportRun = Shape('Importation', {
  id: Id,
  nature: Type.String({ description: 'Kind of records imported' }),
  nomFichier: Nullable(Type.String()),
  mode: Type.Enum(['create', 'upsert']),
  dryRun: Type.Boolean({ description: 'Whether the import is a trial that stores nothing' }),
  statut: Type.Enum([...STATES]),
  octets: Type.Integer({ description: 'Size of the file, in bytes' }),
  octetsLus: Type.Integer({ description: 'Number of bytes read' }),
  lignes: Type.Integer({ description: 'Number of lines read' }),
  resultat: Nullable(ImportCounts),
  erreur: Nullable(
    Type.Object(
      { code: Type.String(), message: Type.String() },
      { description: 'Reason for rejecting the entire file; null if it was accepted' },
    ),
  ),
  auteur: Nullable(
    Type.String({ description: 'Name of the API key or member of staff who started the import' }),
  ),
  createdAt: Timestamp,
  debutLe: Nullable(Timestamp),
  finLe: Nullable(Timestamp),
})
export type ImportRun = Static<typeof ImportRun>

export const ImportRunInFull = Shape('ImportationEnDetail', {
  ...ImportRun.properties,
  erreurs: errors,
  avertissements: warnings,
  colonnes: columns,
  apercu: preview,
})
export type ImportRunInFull = Static<typeof ImportRunInFull>

/** The lines of a CSV file that were refused, as cells below the header. */
export const RefusedLines = Shape('LignesRefusees', {
  titres: Type.Array(Type.String(), { description: 'Cells of the first line of the file' }),
  lignes: Type.Array(Type.Object({ ligne: Type.Integer(), cellules: Type.Array(Type.String()) })),
})

export const ImportRunPage = PageOf('PageImportations', ImportRun)
export const ImportRunSearch = Type.Object({ page: Page(), limit: Limit(20) })
export const ImportRunRef = Type.Object({ id: Id })

export const ImportRunChange = Shape('ChangementImportation', {
  dryRun: Type.Literal(false, { description: '`false` imports the same file again and stores its records' }),
})
