import { Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../language/language.tsx'
import { ErrorAlert } from '../../parts/error-alert.tsx'
import { Question } from '../../parts/question.tsx'
import { useMoves } from './move.ts'
import { SendDialog } from './send-dialog.tsx'
import type { Slip } from './slips.ts'
import { slipTexts } from './texts.ts'

/** Buttons for the next statuses that the status of a slip allows. */
export function Actions({ slip }: { slip: Slip }) {
  const texts = useTexts(slipTexts)
  const [asked, setAsked] = useState<'send' | 'hand-over'>()
  const { prepare, deliver } = useMoves()
  const preparing = useMutation({ mutationFn: () => prepare([slip]) })
  const { statut, numero, retrait, trackingNumber } = slip
  const isOpen = statut === 'a_preparer' || statut === 'incomplet'
  const close = () => setAsked(undefined)
  return (
    <>
      <Group gap="xs" justify="flex-end">
        {isOpen && (
          <Button
            size="xs"
            onClick={() => preparing.mutate()}
            loading={preparing.isPending}
            aria-label={`${texts.markPrepared} : ${numero}`}
          >
            {texts.markPrepared}
          </Button>
        )}
        {(isOpen || statut === 'prepare') && !retrait && (
          <Button
            size="xs"
            variant={isOpen ? 'default' : 'filled'}
            onClick={() => setAsked('send')}
            aria-label={`${texts.send} ${numero}`}
          >
            {texts.send}
          </Button>
        )}
        {((statut === 'prepare' && retrait) || statut === 'expedie') && (
          <Button
            size="xs"
            variant={retrait ? 'filled' : 'default'}
            onClick={() => setAsked('hand-over')}
            aria-label={`${retrait ? texts.handOver : texts.delivered} : ${numero}`}
          >
            {retrait ? texts.handOver : texts.delivered}
          </Button>
        )}
      </Group>
      {trackingNumber && <Text size="xs">{texts.tracked(trackingNumber)}</Text>}
      {preparing.error && <ErrorAlert error={preparing.error} />}
      {asked === 'send' && <SendDialog slip={slip} onClose={close} />}
      <Question
        opened={asked === 'hand-over'}
        onClose={close}
        title={retrait ? texts.handOverTitle(numero) : `${texts.delivered} : ${numero}`}
        action={retrait ? texts.handOver : texts.delivered}
        onConfirm={() => deliver(slip)}
      >
        <Text size="sm">{texts.handOverQuestion}</Text>
      </Question>
    </>
  )
}
