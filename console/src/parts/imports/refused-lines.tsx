import { Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { ComptoirError } from '../../api/client.ts'
import { useTexts } from '../../language/language.tsx'
import { downloadFile } from '../download.ts'
import { ErrorAlert } from '../error-alert.tsx'
import { BYTE_ORDER_MARK, writeLine } from '../exports/csv.ts'
import { translateError } from './line-faults.ts'
import type { ImportRunInFull, ImportSource } from './source.ts'
import { importTexts } from './texts.ts'

/** Saves the refused lines of a CSV file with their errors, so that they can be corrected and imported. */
export function RefusedLines({ source, run }: { source: ImportSource; run: ImportRunInFull }) {
  const words = useTexts(importTexts)
  const { id, nomFichier, erreurs } = run
  const download = useMutation({
    mutationFn: async () => {
      const { titres, lignes } = await source.readRefused(id)
      const faults = new Map(
        erreurs.map(({ line, error, column, value }) => [line, translateError(error, column, value)]),
      )
      const lines = [
        writeLine([...titres, 'Erreur']),
        ...lignes.map(({ ligne, cellules }) =>
          // Cells that a spreadsheet omitted at the end of a line are empty.
          writeLine([
            ...titres.map((_, i) => cellules[i]),
            faults.get(ligne),
            ...cellules.slice(titres.length),
          ]),
        ),
      ]
      const name = (nomFichier ?? '').replace(/\.csv$/i, '')
      downloadFile(new Blob([BYTE_ORDER_MARK, ...lines], { type: 'text/csv' }), `${name}-lignes-refusees.csv`)
    },
  })
  if (!/\.csv$/i.test(nomFichier ?? '')) return null
  const isGone = download.error instanceof ComptoirError && download.error.status === 409
  return (
    <>
      <Group gap="sm">
        <Button variant="default" size="xs" loading={download.isPending} onClick={() => download.mutate()}>
          {words.downloadRefused}
        </Button>
        <Text size="sm" c="dimmed">
          {isGone ? words.refusedGone : words.refusedHint}
        </Text>
      </Group>
      {download.error && !isGone && <ErrorAlert error={download.error} />}
    </>
  )
}
