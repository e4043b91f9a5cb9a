import Type, { type Static } from 'typebox'
import { Id, Limit, Nullable, Page, PageOf, Shape, Timestamp } from '../../http/pages.ts'
import { ImportAnswer } from '../import.ts'

const STATES = ['en_attente', 'en_cours', 'termine', 'echec', 'abandonne'] as const

const { errors, ...counts } = ImportAnswer.properties

/** The result of an import, without the lines that failed. */
const ImportCounts = Shape('BilanImport', counts)

/** A background import. */
export const ImportRun = Shape('Importation', {
  id: Id,
  nature: Type.String({ description: 'What is imported' }),
  nomFichier: Nullable(Type.String()),
  mode: Type.Enum(['create', 'upsert']),
  dryRun: Type.Boolean({ description: 'Nothing is kept of it' }),
  statut: Type.Enum([...STATES]),
  octets: Type.Integer({ description: 'The size of the file' }),
  octetsLus: Type.Integer({ description: 'How much of it has been read' }),
  lignes: Type.Integer({ description: 'How many lines have been read' }),
  resultat: Nullable(ImportCounts),
  erreur: Nullable(
    Type.Object(
      { code: Type.String(), message: Type.String() },
      { description: 'Why the file was refused as a whole' },
    ),
  ),
  auteur: Nullable(Type.String({ description: 'The key or the member of staff that sent it' })),
  createdAt: Timestamp,
  debutLe: Nullable(Timestamp),
  finLe: Nullable(Timestamp),
})
export type ImportRun = Static<typeof ImportRun>

export const ImportRunInFull = Shape('ImportationEnDetail', {
  ...ImportRun.properties,
  erreurs: errors,
})
export type ImportRunInFull = Static<typeof ImportRunInFull>

export const ImportRunPage = PageOf('PageImportations', ImportRun)
export const ImportRunSearch = Type.Object({ page: Page(), limit: Limit(20) })
export const ImportRunRef = Type.Object({ id: Id })

export const ImportRunChange = Shape('ChangementImportation', {
  dryRun: Type.Literal(false, { description: 'What was tried is now kept: the same file once more' }),
})
