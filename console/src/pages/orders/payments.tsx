import { Group, Text } from '@mantine/core'
import type { Shapes } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { PaymentBadge } from '../../sales/badges.tsx'
import { centsOf } from '../../sales/cents.ts'
import { Facts } from '../../sales/facts.tsx'
import { PaymentLink } from '../../sales/links.tsx'
import { Section } from '../../sales/section.tsx'
import { salesTexts } from '../../sales/texts.ts'
import { netPaidCents } from './moves.ts'
import { orderTexts } from './texts.ts'

/** Paid and refunded amounts, and their payments where the user's rights include them. */
export function Payments({
  file,
  payments,
}: {
  file: Shapes['DossierCommande']
  payments: readonly Shapes['Transaction'][] | undefined
}) {
  const texts = useTexts(orderTexts)
  const words = useTexts(salesTexts)
  const { euros } = useFormats()
  const { payeCents, rembourseCents } = file.paiement
  return (
    <Section title={texts.payments}>
      <Facts
        facts={[
          [texts.paid, euros(payeCents)],
          [texts.refunded, rembourseCents > 0 && euros(rembourseCents)],
          [texts.left, rembourseCents > 0 && euros(netPaidCents(file))],
        ]}
      />
      {payments?.length === 0 && <Text c="dimmed">{texts.noPayment}</Text>}
      {payments?.map(({ id, status, montant, moyenPaiement, transactionRembourseeId }) => (
        <Group key={id} justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
          <Text size="sm" component="div">
            <PaymentLink id={id}>
              {transactionRembourseeId === null ? words.payment : words.refund} n° {id}
            </PaymentLink>
            <Text size="xs" c="dimmed">
              {words[moyenPaiement.type]} {moyenPaiement.last4 && `•••• ${moyenPaiement.last4}`}
            </Text>
          </Text>
          <Text size="sm" component="div" ta="end">
            <Text className="number" fw={600}>
              {euros(transactionRembourseeId === null ? centsOf(montant) : -centsOf(montant))}
            </Text>
            {(transactionRembourseeId === null || status === 'refuse') && <PaymentBadge status={status} />}
          </Text>
        </Group>
      ))}
    </Section>
  )
}
