import { Modal, Stack, Text, Timeline } from '@mantine/core'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Facts } from '../../parts/facts.tsx'
import { partTexts } from '../../parts/texts.ts'
import type { Repair } from './repairs.ts'
import { repairTexts } from './texts.ts'

export function Details({ repair, onClose }: { repair: Repair; onClose: () => void }) {
  const texts = useTexts(repairTexts)
  const { cancel } = useTexts(partTexts)
  const { moment } = useFormats()
  const { logistique } = repair
  const facts: [string, string | number | null][] = [
    [texts.reason, repair.motif],
    [texts.customer, repair.idClient],
    [texts.product, repair.idProduit],
    [texts.origin, repair.origine],
    [texts.address, repair.adresseClient],
    [texts.store, logistique.magasinId],
    [texts.slip, logistique.bordereauId],
    [texts.warehouse, logistique.entrepotId],
  ]
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.sheet(repair.ticketId)}
      closeButtonProps={{ 'aria-label': cancel }}
    >
      <Stack>
        <Facts of={facts.map(([name, value]) => [name, value ?? texts.unknown])} />
        <Text fw={600}>{texts.history}</Text>
        <Timeline active={repair.evenements.length} bulletSize={14} lineWidth={2}>
          <Timeline.Item title={texts.opened}>
            <Text size="sm">{moment(repair.createdAt)}</Text>
          </Timeline.Item>
          {repair.evenements.map(({ event, at }) => (
            <Timeline.Item key={`${event} ${at}`} title={texts[event]}>
              <Text size="sm">{moment(at)}</Text>
            </Timeline.Item>
          ))}
        </Timeline>
      </Stack>
    </Modal>
  )
}
