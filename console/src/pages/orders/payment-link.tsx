import { Button, Code, CopyButton, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answerOf, api, createKeyHeader, type Shapes } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { ErrorAlert } from '../../parts/error-alert.tsx'
import { RETURN_ADDRESS } from '../../parts/shop-name.ts'
import { partTexts } from '../../parts/texts.ts'
import { contactOf } from './customer.ts'
import { linkTexts } from './link-texts.ts'

type File = Shapes['DossierCommande']

/** Whether an order can be paid by a link: it is neither paid, nor cancelled, nor being paid. */
export const isPayable = ({ statut, confirmeeLe, paiement }: File) =>
  statut !== 'ANNULEE' && confirmeeLe === null && paiement.statut === 'aucun'

/** Creates a link to pay an order, to copy or to have mailed to the customer. */
export function PaymentLink({
  file,
  mails,
  onClose,
  onDone,
}: {
  file: File
  mails: readonly Shapes['Courriel'][] | undefined
  onClose: () => void
  onDone: () => unknown
}) {
  const texts = useTexts(linkTexts)
  const parts = useTexts(partTexts)
  const { euros } = useFormats()
  const { ordreId, montantTotalCents } = file
  const { email } = contactOf(file)
  // A call that is repeated after a lost response gets the same link.
  const [headers] = useState(createKeyHeader)
  const link = useQuery({
    queryKey: ['payment-link', headers['Idempotency-Key']],
    queryFn: () => {
      const returnUrl = new URL(RETURN_ADDRESS, location.origin).href
      const body = { orderId: ordreId, amount: (montantTotalCents / 100).toFixed(2), returnUrl }
      return answerOf(
        api.POST('/api/publique/interface-paiement', {
          body: { ...body, ...(email && { customerEmail: email }) },
          headers,
        }),
      )
    },
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  })
  const send = useMutation({
    mutationFn: () =>
      answerOf(
        api.POST('/api/v1/privee/commandes/{ordreId}/courriels-paiement', { params: { path: { ordreId } } }),
      ),
    onSettled: onDone,
  })
  // Mails are listed newest first; the one just requested appears within seconds.
  const sent = mails?.find(({ modele }) => modele === 'lien-paiement')
  const state = mails && sent ? texts[sent.statut](sent.destinataire) : texts.asked
  return (
    <Modal opened onClose={onClose} title={texts.title} closeButtonProps={{ 'aria-label': texts.close }}>
      <Answer of={link}>
        {({ paymentUrl = '' }) => (
          <Stack gap="sm">
            <Text size="sm">{texts.hint(euros(montantTotalCents))}</Text>
            <Code block className="wraps">
              {paymentUrl}
            </Code>
            {send.error && <ErrorAlert error={send.error} />}
            {send.isSuccess && (
              <Text size="sm" role="status">
                {state}
              </Text>
            )}
            <Group justify="flex-end" gap="xs">
              <CopyButton value={paymentUrl} timeout={3_000}>
                {({ copied, copy }) => (
                  <Button variant={email ? 'default' : 'filled'} onClick={copy}>
                    {copied ? parts.copied : parts.copy}
                  </Button>
                )}
              </CopyButton>
              {email && (
                <Button
                  onClick={() => send.mutate()}
                  loading={send.isPending}
                  disabled={send.isSuccess}
                  data-autofocus
                >
                  {texts.send}
                </Button>
              )}
            </Group>
          </Stack>
        )}
      </Answer>
    </Modal>
  )
}
