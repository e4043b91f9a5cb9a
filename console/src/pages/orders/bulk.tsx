import { Alert, Button, Checkbox, Group, List, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ComptoirError, type Shapes } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { ErrorAlert } from '../../parts/error-alert.tsx'
import { OrderLink } from '../../sales/links.tsx'
import { listSlipsOfOrder, prepareSlip, printAddress, SLIPS } from '../../sales/slips.ts'
import { listTexts } from './list-texts.ts'

type Reason = 'noSlip' | 'alreadyReady' | 'changed'
/** `failed` is undefined for an order that is ready now. */
type Outcome = { ordreId: string; failed: Reason | string | undefined }

const isOpen = ({ statut }: Shapes['Bordereau']) => statut === 'a_preparer' || statut === 'incomplet'

/** Marks the open slips of an order as prepared. Returns why that failed, if it did. */
async function prepareOrder(ordreId: string): Promise<Outcome> {
  try {
    const slips = await listSlipsOfOrder(ordreId)
    const open = slips.filter(isOpen)
    for (const { id } of open) await prepareSlip(id)
    const failed = slips.length === 0 ? 'noSlip' : open.length === 0 ? 'alreadyReady' : undefined
    return { ordreId, failed }
  } catch (error) {
    const isConflict = error instanceof ComptoirError && error.status === 409
    return {
      ordreId,
      failed: isConflict ? 'changed' : error instanceof Error ? error.message : String(error),
    }
  }
}

/** Selects orders of the page, prints their slips on one page, and marks them as ready. */
export function BulkActions({
  shown,
  chosen,
  onChoose,
}: {
  shown: readonly string[]
  chosen: readonly string[]
  onChoose: (ordreIds: readonly string[]) => void
}) {
  const texts = useTexts(listTexts)
  const { count } = useFormats()
  const client = useQueryClient()
  const slips = useQuery({
    queryKey: [...SLIPS, 'of-orders', chosen],
    enabled: chosen.length > 0,
    queryFn: async () => (await Promise.all(chosen.map(listSlipsOfOrder))).flat(),
  })
  const ready = useMutation({
    mutationFn: async (ordreIds: readonly string[]) => {
      const outcomes: Outcome[] = []
      for (const ordreId of ordreIds) outcomes.push(await prepareOrder(ordreId))
      return outcomes
    },
    onSuccess: outcomes => {
      onChoose(outcomes.flatMap(({ ordreId, failed }) => (failed === undefined ? [] : [ordreId])))
      for (const queryKey of [SLIPS, ['orders']]) void client.invalidateQueries({ queryKey })
    },
  })
  const printed = (slips.data ?? []).filter(({ statut }) => statut !== 'annule').map(({ id }) => id)
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Checkbox
          label={texts.selectAll}
          checked={chosen.length > 0 && chosen.length === shown.length}
          indeterminate={chosen.length > 0 && chosen.length < shown.length}
          onChange={event => onChoose(event.currentTarget.checked ? shown : [])}
        />
        {printed.length > 0 && (
          <Button component="a" href={printAddress(printed)} target="_blank" variant="default" size="xs">
            {texts.print(count(printed.length))}
          </Button>
        )}
        {chosen.length > 0 && slips.data && printed.length === 0 && (
          <Text size="sm" c="dimmed">
            {texts.noSlips}
          </Text>
        )}
        {chosen.length > 0 && (
          <Button size="xs" onClick={() => ready.mutate(chosen)} loading={ready.isPending}>
            {texts.ready(count(chosen.length))}
          </Button>
        )}
      </Group>
      {slips.error && <ErrorAlert error={slips.error} again={slips.refetch} />}
      {ready.data && <Outcomes of={ready.data} onClose={ready.reset} />}
    </Stack>
  )
}

/** How many orders are ready now, and for each other order why it is not. */
function Outcomes({ of, onClose }: { of: readonly Outcome[]; onClose: () => void }) {
  const texts = useTexts(listTexts)
  const { count } = useFormats()
  const failed = of.filter(outcome => outcome.failed !== undefined)
  const reasonOf = ({ failed = '' }: Outcome) =>
    failed === 'noSlip' || failed === 'alreadyReady' || failed === 'changed' ? texts[failed] : failed
  return (
    // On the colored background of other variants, the links have too little contrast.
    <Alert
      variant="default"
      color={failed.length > 0 ? 'orange' : 'teal'}
      role="status"
      withCloseButton
      onClose={onClose}
      closeButtonLabel={texts.close}
    >
      <Text size="sm">{texts.allReady(count(of.length - failed.length))}</Text>
      {failed.length > 0 && (
        <>
          <Text size="sm">{texts.someNot(count(failed.length))}</Text>
          <List size="sm">
            {failed.map(outcome => (
              <List.Item key={outcome.ordreId} className="wraps">
                <OrderLink id={outcome.ordreId} />
                <Text size="sm">{reasonOf(outcome)}</Text>
              </List.Item>
            ))}
          </List>
        </>
      )}
    </Alert>
  )
}
