import { type Check, checkOf } from './checks.ts'
import { creationSchema, type Fields } from './fields.ts'
import type { ImportParts, Intake } from './import-file.ts'
import { recordIntake } from './import-records.ts'
import { relationInFile, relationIntake } from './relations.ts'
import { type Resource, resources } from './resources.ts'

/** What can be imported. A thread is told its name. */
export type Import = {
  name: Resource['name'] | 'relations'
  path: string
  operationId: string
  fields: Fields
  /** Absent: relations of products and suppliers. */
  resource?: Resource
}

export const imports: readonly Import[] = [
  ...resources.map(resource => ({
    name: resource.name,
    path: `/api/publique/${resource.name}/import`,
    operationId: `import${resource.many}`,
    fields: resource.fields,
    resource,
  })),
  {
    name: 'relations',
    path: '/api/publique/produits/fournisseurs/import',
    operationId: 'importProductSuppliers',
    fields: relationInFile,
  },
]

/** Opens an intake for each try at a file. */
export function intakesOf(parts: ImportParts, { fields, resource }: Import): () => Intake {
  const check: Check = checkOf(creationSchema(fields), 'line')
  return () => (resource ? recordIntake(parts, resource, check) : relationIntake(parts, check))
}
