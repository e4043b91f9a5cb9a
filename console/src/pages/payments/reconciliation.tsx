import { Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { ErrorAlert } from '../../parts/error-alert.tsx'
import { OrderLink, PaymentLink } from '../../sales/links.tsx'
import { Section } from '../../sales/section.tsx'
import { salesTexts } from '../../sales/texts.ts'
import { COMPARED, compareLatest } from './reconcile.ts'
import { paymentTexts } from './texts.ts'

/** Compares the latest payments with their orders on request, and lists the discrepancies. */
export function Reconciliation() {
  const texts = useTexts(paymentTexts)
  const words = useTexts(salesTexts)
  const formats = useFormats()
  const { count } = formats
  const compared = useMutation({ mutationFn: () => compareLatest(texts, formats) })
  const found = compared.data
  return (
    <Section title={texts.check}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{texts.checkWhat(count(COMPARED))}</Text>
        <Button variant="default" onClick={() => compared.mutate()} loading={compared.isPending}>
          {texts.checkStart}
        </Button>
      </Group>
      <div role="status">
        {found && (
          <Text size="sm" fw={600}>
            {found.disagreements.length === 0
              ? texts.agrees(count(found.compared))
              : texts.disagrees(found.disagreements.length)}
          </Text>
        )}
      </div>
      {compared.error && <ErrorAlert error={compared.error} />}
      {found && found.disagreements.length > 0 && (
        <DataTable
          caption={texts.check}
          rows={found.disagreements.map((each, i) => ({ ...each, i }))}
          rowKey={({ i }) => i}
          columns={[
            { key: 'id', title: words.payment, cell: ({ payment }) => <PaymentLink id={payment} /> },
            {
              key: 'order',
              title: words.order,
              cell: ({ order }) => (order ? <OrderLink id={order} /> : '–'),
            },
            { key: 'what', title: texts.what, cell: ({ what }) => what },
          ]}
        />
      )}
    </Section>
  )
}
