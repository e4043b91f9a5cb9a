import { Badge, Group } from '@mantine/core'
import { useTexts } from '../../language/language.tsx'
import type { ImportRun } from './source.ts'
import { importTexts } from './texts.ts'

const COLORS: Record<ImportRun['statut'], string> = {
  en_attente: 'gray',
  en_cours: 'blue',
  termine: 'teal',
  echec: 'red',
  abandonne: 'gray',
}

export function StateBadge({ run: { statut, dryRun } }: { run: ImportRun }) {
  const words = useTexts(importTexts)
  return (
    <Group gap={4} wrap="nowrap" display="inline-flex">
      {dryRun && (
        <Badge variant="outline" color="gray" tt="none">
          {words.trial}
        </Badge>
      )}
      <Badge variant="light" color={COLORS[statut]} tt="none">
        {words[statut]}
      </Badge>
    </Group>
  )
}
