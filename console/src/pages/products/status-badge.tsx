import { Badge } from '@mantine/core'
import { useTexts } from '../../language/language.tsx'
import { listTexts, type Status } from './list-texts.ts'

const COLORS: Record<Status, string> = {
  actif: 'teal',
  inactif: 'gray',
  discontinue: 'orange',
  en_developpement: 'blue',
  obsolete: 'gray',
}

export function StatusBadge({ status }: { status: Status }) {
  const words = useTexts(listTexts)
  return (
    <Badge color={COLORS[status]} variant="light" tt="none">
      {words[status]}
    </Badge>
  )
}
