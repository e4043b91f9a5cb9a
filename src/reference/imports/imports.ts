import type { Headers } from '../../platform/imports/cells.ts'
import { createLineReport, type ImportAnswer, type ImportOptions } from '../../platform/imports/import.ts'
import { importFile } from '../../platform/imports/import-file.ts'
import { createRunEnd } from '../../platform/imports/runs/progress.ts'
import type { ReceivedFile } from '../../platform/uploads/temporary-file.ts'
import { defineCreationSchema, type Fields } from '../fields.ts'
import { fullRelationFields, type Resource, resources } from '../resources.ts'
import { createRecordIntake, type ImportParts } from './import-records.ts'
import { createRelationIntake } from './import-relations.ts'
import { type LineChecks, productLineChecks } from './product-lines.ts'

/** A kind of record that can be imported. */
export type ImportKind = {
  name: Resource['name'] | 'relations'
  path: string
  operationId: string
  fields: Fields
  headers: Headers
  /** Absent for relations of products and suppliers. */
  resource?: Resource
  checks?: LineChecks
}

const headersOf: Partial<Record<Resource['name'], Headers>> = {
  produits: {
    ...{ ean: ['Code-barres'], nom: ['Désignation'], prixDeVenteCents: ['Prix', 'Prix TTC'] },
    ...{ tauxTva: ['TVA'], dureeGarantie: ['Garantie'], statutProduit: ['Statut'] },
  },
  fournisseurs: { nomLegal: ['Nom'] },
}

export const imports: readonly ImportKind[] = [
  ...resources.map(resource => ({
    name: resource.name,
    path: `/api/publique/${resource.name}/import`,
    operationId: `import${resource.many}`,
    fields: resource.fields,
    headers: headersOf[resource.name] ?? {},
    resource,
    ...(resource.name === 'produits' && { checks: productLineChecks }),
  })),
  {
    name: 'relations',
    path: '/api/publique/produits/fournisseurs/import',
    operationId: 'importProductSuppliers',
    fields: fullRelationFields,
    headers: { prixFournisseurCents: ["Prix d'achat"], packaging: ['Unités par carton'] },
  },
]

const BATCH = 2_000

/** Imports a file in one transaction, so that no query sees only a part of it. */
export function importReferenceFile(
  parts: ImportParts,
  { fields, headers, resource, checks }: ImportKind,
  file: ReceivedFile,
  options: ImportOptions & { upsert: boolean },
): Promise<ImportAnswer> {
  const { upsert } = options
  const common = {
    ...{ batch: BATCH, transaction: 'whole file' as const, shape: defineCreationSchema(fields), headers },
    report: () => createLineReport(upsert),
    end: createRunEnd(parts.clock, options),
  }
  return resource
    ? importFile(
        parts,
        file,
        { ...common, open: () => createRecordIntake(parts, resource, upsert, checks) },
        options,
      )
    : importFile(parts, file, { ...common, open: () => createRelationIntake(parts, upsert) }, options)
}
