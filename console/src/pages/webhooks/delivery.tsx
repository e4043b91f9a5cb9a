import { Button, Code, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { ErrorAlert } from '../../parts/error-alert.tsx'
import { Facts } from '../../parts/facts.tsx'
import { useNotify } from '../../parts/notify.ts'
import { partTexts } from '../../parts/texts.ts'
import { DeliveryState } from './state.tsx'
import { deliveryTexts } from './texts.ts'
import { type Delivery, redeliver, useDelivery, WEBHOOKS, type Webhook } from './webhooks.ts'

/** Content and result of a delivery, with an action to send it again. */
export function DeliveryDialog({
  webhook,
  id,
  onClose,
}: {
  webhook: Webhook
  id: number
  onClose: () => void
}) {
  const texts = useTexts(deliveryTexts)
  const { cancel } = useTexts(partTexts)
  const tell = useNotify()
  const client = useQueryClient()
  const delivery = useDelivery(webhook.id, id)
  const again = useMutation({
    mutationFn: () => redeliver(webhook.id, { livraisonId: id }),
    onSuccess: () => {
      tell.done(texts.againDone)
      return client.invalidateQueries({ queryKey: WEBHOOKS })
    },
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={delivery.data?.type ?? texts.title}
      size="lg"
      closeButtonProps={{ 'aria-label': cancel }}
    >
      <Answer of={delivery}>
        {one => (
          <Stack gap="sm">
            <LastTry of={one} />
            <Text size="sm" fw={600}>
              {texts.sent}
            </Text>
            <Code block className="wraps">
              {JSON.stringify(one.corps, null, 2)}
            </Code>
            {again.error && <ErrorAlert error={again.error} />}
            {webhook.actif && one.statut !== 'en_attente' && (
              <Group justify="flex-end">
                <Button variant="default" onClick={() => again.mutate()} loading={again.isPending}>
                  {texts.again}
                </Button>
              </Group>
            )}
          </Stack>
        )}
      </Answer>
    </Modal>
  )
}

function LastTry({ of }: { of: Delivery }) {
  const texts = useTexts(deliveryTexts)
  const { moment, count } = useFormats()
  const facts: [string, React.ReactNode][] = [
    [texts.state, <DeliveryState key="state" of={of.statut} />],
    [texts.name, of.messageId],
    [texts.tries, count(of.essais)],
    [texts.answer, of.codeHttp ?? texts.noAnswer],
  ]
  if (of.dureeMs !== null) facts.push([texts.took, texts.milliseconds(count(of.dureeMs))])
  if (of.derniereErreur) facts.push([texts.reason, of.derniereErreur])
  if (of.prochainEssai) facts.push([texts.next, moment(of.prochainEssai)])
  return (
    <>
      <Facts of={facts} />
      {of.reponse && (
        <>
          <Text size="sm" fw={600}>
            {texts.began}
          </Text>
          <Code block className="wraps">
            {of.reponse}
          </Code>
        </>
      )}
    </>
  )
}
