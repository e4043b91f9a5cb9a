import { useTexts } from '../../language/language.tsx'
import { headersOf, requiredHeadersOf } from '../../parts/exports/record-columns.ts'
import { type ImportSource, importCalls } from '../../parts/imports/source.ts'
import { clientExport } from './export.ts'
import { clientTexts } from './texts.ts'

/** Imports of customers. */
export function useClientImports(): ImportSource {
  const texts = useTexts(clientTexts)
  return {
    ...importCalls('/api/v1/privee/clients/imports'),
    name: 'clients',
    changes: ['clients', 'client'],
    kinds: [
      {
        ...{ nature: 'clients', label: texts.title, path: '/api/v1/privee/clients/import', hasModes: true },
        ...{ headers: headersOf('clients'), required: requiredHeadersOf('clients'), existing: clientExport },
        list: { path: '/clients', label: () => texts.seeAll },
      },
    ],
  }
}
