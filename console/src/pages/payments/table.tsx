import { Text } from '@mantine/core'
import type { Shapes } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { PaymentBadge } from '../../sales/badges.tsx'
import { centsOf } from '../../sales/cents.ts'
import { OrderLink, PaymentLink } from '../../sales/links.tsx'
import { salesTexts } from '../../sales/texts.ts'
import { useCustomers } from './customer.tsx'
import { paymentTexts } from './texts.ts'

export type Payment = Shapes['Transaction']

export const isRefund = ({ transactionRembourseeId }: Payment) => transactionRembourseeId !== null

/** Table of payments and refunds; refunds are negative. */
export function PaymentTable({ caption, payments }: { caption: string; payments: readonly Payment[] }) {
  const texts = useTexts(paymentTexts)
  const words = useTexts(salesTexts)
  const { euros, moment } = useFormats()
  const customerOf = useCustomers(payments)
  return (
    <DataTable
      caption={caption}
      rows={payments}
      rowKey={({ id }) => id}
      empty={texts.none}
      columns={[
        {
          key: 'id',
          title: texts.number,
          cell: payment => (
            <PaymentLink id={payment.id}>
              {isRefund(payment) ? words.refund : words.payment} {payment.id}
            </PaymentLink>
          ),
        },
        {
          key: 'date',
          title: words.date,
          cell: ({ createdAt }) => <span className="whole">{moment(createdAt)}</span>,
        },
        {
          key: 'order',
          title: `${words.order}, ${words.client.toLowerCase()}`,
          cell: payment => (
            <div>
              {payment.orderId ? <OrderLink id={payment.orderId} /> : '–'}
              <Text size="xs">{customerOf(payment)}</Text>
            </div>
          ),
        },
        {
          key: 'means',
          title: texts.means,
          cell: ({ moyenPaiement: { type, last4 } }) =>
            last4 ? <span className="whole">•••• {last4}</span> : words[type],
        },
        {
          key: 'status',
          title: words.status,
          cell: ({ status }) => <PaymentBadge status={status} />,
        },
        {
          key: 'amount',
          title: words.amount,
          isNumber: true,
          cell: payment => (
            <div>
              {euros((isRefund(payment) ? -1 : 1) * centsOf(payment.montant))}
              {payment.montantRembourse > 0 && (
                <Text size="xs" c="dimmed">
                  {texts.partBack(euros(centsOf(payment.montantRembourse)))}
                </Text>
              )}
            </div>
          ),
        },
      ]}
    />
  )
}
