import { Alert, Button, Group, List, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTexts } from '../../language/language.tsx'
import { type Field, findDifferences, type Values } from './form.ts'
import { conflictTexts, fieldTexts } from './texts.ts'

/** Changes saved by another user, and the choices to continue. The form keeps its input. */
export function Conflict({
  before,
  theirs,
  own,
  onTake,
  onKeep,
  isBusy,
}: {
  before: Values
  theirs: Values
  own: readonly Field[]
  onTake: () => void
  onKeep: () => void
  isBusy: boolean
}) {
  const texts = useTexts(conflictTexts)
  const fields = useTexts(fieldTexts)
  const place = useRef<HTMLDivElement>(null)
  // The conflict is above a long form whose submit button is at the end, so it is scrolled into view.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'center' })
  }, [])
  const shown = (field: Field) => {
    const value = theirs[field]
    if (typeof value === 'boolean') return value ? fields.yes : fields.no
    if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : fields.all
    return String(value).replace('T', ' ') || fields.none
  }
  return (
    <Alert ref={place} color="orange" role="alert" title={texts.title}>
      <Stack gap="xs">
        <Text size="sm">{texts.theirs} :</Text>
        <List size="sm">
          {findDifferences(theirs, before).map(field => (
            <List.Item key={field}>
              {fields[field]} : <strong>{shown(field)}</strong>
              {own.includes(field) && ` (${texts.both})`}
            </List.Item>
          ))}
        </List>
        <Text size="sm">{texts.hint}</Text>
        <Group gap="xs">
          <Button size="xs" onClick={onKeep} loading={isBusy}>
            {texts.keep}
          </Button>
          <Button size="xs" variant="default" onClick={onTake} disabled={isBusy}>
            {texts.take}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
