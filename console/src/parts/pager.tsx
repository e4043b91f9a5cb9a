import { Group, Pagination, Text } from '@mantine/core'
import { useFormats } from '../language/formats.ts'
import { useTexts } from '../language/language.tsx'
import { partTexts } from './texts.ts'

/** Page navigation of a list. `page` begins at 1. */
export function Pager({
  page,
  limit,
  total,
  onPage,
}: {
  page: number
  limit: number
  total: number
  onPage: (page: number) => void
}) {
  const texts = useTexts(partTexts)
  const { count } = useFormats()
  const last = Math.max(1, Math.ceil(total / limit))
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm" c="dimmed">
        {texts.total(count(total))}
      </Text>
      {last > 1 && (
        <Pagination
          value={page}
          total={last}
          onChange={onPage}
          siblings={1}
          boundaries={1}
          size="sm"
          aria-label={texts.pages}
          getItemProps={n => ({ 'aria-label': String(n) })}
          getControlProps={control => ({ 'aria-label': control === 'next' ? texts.next : texts.previous })}
        />
      )}
    </Group>
  )
}
