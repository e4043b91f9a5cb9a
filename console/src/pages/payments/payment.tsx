import { Anchor, Group, SimpleGrid } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import { answerOf, api } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { Page } from '../../parts/page.tsx'
import { PaymentBadge } from '../../sales/badges.tsx'
import { centsOf } from '../../sales/cents.ts'
import { Facts } from '../../sales/facts.tsx'
import { OrderLink, PaymentLink } from '../../sales/links.tsx'
import { Section } from '../../sales/section.tsx'
import { salesTexts } from '../../sales/texts.ts'
import { PaymentActions } from './actions.tsx'
import { useCustomers } from './customer.tsx'
import { isRefund } from './table.tsx'
import { paymentTexts } from './texts.ts'

/** A payment may complete, or be refunded by somebody else, while its page is open. */
const EVERY_MS = 5_000

/** One payment or refund. */
export function PaymentPage({ id }: { id: number }) {
  const texts = useTexts(paymentTexts)
  const words = useTexts(salesTexts)
  const { euros, moment } = useFormats()
  const client = useQueryClient()
  const payment = useQuery({
    queryKey: ['payment', id],
    queryFn: () => answerOf(api.GET('/api/private/transactions/{id}', { params: { path: { id } } })),
    refetchInterval: EVERY_MS,
  })
  const { data } = payment
  const customerOf = useCustomers(data ? [data] : [])
  const title = data && isRefund(data) ? texts.oneRefund(String(id)) : texts.one(String(id))
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['payment', id] }),
      client.invalidateQueries({ queryKey: ['payments'] }),
    ])
  return (
    <Page title={title} actions={data && <PaymentActions payment={data} onDone={refresh} />}>
      <Anchor component={Link} href="/" size="sm">
        ← {texts.title}
      </Anchor>
      <Answer of={payment}>
        {shown => (
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
            <Section title={title} actions={<PaymentBadge status={shown.status} />}>
              <Facts
                facts={[
                  [words.amount, euros(centsOf(shown.montant))],
                  [texts.refunded, shown.montantRembourse > 0 && euros(centsOf(shown.montantRembourse))],
                  [words.date, moment(shown.createdAt)],
                  [texts.changed, moment(shown.updatedAt)],
                  [
                    texts.means,
                    <Group key="means" gap={4}>
                      {words[shown.moyenPaiement.type]} {shown.moyenPaiement.brand}{' '}
                      {shown.moyenPaiement.last4 && `•••• ${shown.moyenPaiement.last4}`}
                    </Group>,
                  ],
                  [words.order, shown.orderId && <OrderLink id={shown.orderId} />],
                  [words.client, customerOf(shown)],
                  [
                    texts.refundedPayment,
                    shown.transactionRembourseeId && (
                      <PaymentLink id={shown.transactionRembourseeId}>
                        n° {shown.transactionRembourseeId}
                      </PaymentLink>
                    ),
                  ],
                  [words.reason, shown.motif],
                  [texts.source, shown.source],
                  [texts.authorization, shown.authorizationId],
                  [texts.dispute, shown.litige && texts[shown.litige]],
                ]}
              />
            </Section>
          </SimpleGrid>
        )}
      </Answer>
    </Page>
  )
}
