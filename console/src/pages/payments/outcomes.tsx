import { SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { answerOf, api } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { PaymentBadge, type PaymentStatus } from '../../sales/badges.tsx'
import type { queryOf } from './search.ts'
import { paymentTexts } from './texts.ts'

const SHOWN: PaymentStatus[] = ['accepte', 'en_attente', 'refuse', 'annule']
type Asked = ReturnType<typeof queryOf>

const countOf = async (query: Asked) =>
  (await answerOf(api.GET('/api/private/transactions', { params: { query: { ...query, limit: 1 } } }))).total

/** Number of payments per status for a period, order or customer; each count filters the list by its status. */
export function Outcomes({ asked, onChoose }: { asked: Asked; onChoose: (status: PaymentStatus) => void }) {
  const texts = useTexts(paymentTexts)
  const { count, percent } = useFormats()
  const { data } = useQuery({
    queryKey: ['payments', 'outcomes', { ...asked, status: undefined, nature: undefined }],
    queryFn: () => Promise.all(SHOWN.map(status => countOf({ ...asked, status, nature: 'paiement' }))),
    placeholderData: keepPreviousData,
  })
  const all = data?.reduce((sum, each) => sum + each, 0) ?? 0
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm" aria-label={texts.outcomes} role="group">
      {SHOWN.map((status, i) => (
        <UnstyledButton
          key={status}
          className="tile"
          onClick={() => onChoose(status)}
          aria-pressed={asked.status === status}
        >
          <Stack gap={2}>
            <span>
              <PaymentBadge status={status} />
            </span>
            <Text size="xl" fw={700} className="figure">
              {data ? count(data[i] ?? 0) : '…'}
            </Text>
            <Text size="xs" c="dimmed">
              {data && all > 0 ? texts.share(percent((data[i] ?? 0) / all)) : ' '}
            </Text>
          </Stack>
        </UnstyledButton>
      ))}
    </SimpleGrid>
  )
}
