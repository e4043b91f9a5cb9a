import { Anchor, Badge, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { useProductNames } from '../../parts/product-names.ts'
import { OrderLink } from '../../sales/links.tsx'
import { salesTexts } from '../../sales/texts.ts'
import { type Withdrawal, WithdrawalBadge } from '../../sales/withdrawals.tsx'
import { Deadline } from './deadline.tsx'
import { type Decision, DecisionQuestion } from './decision-question.tsx'
import { pageTexts } from './texts.ts'

export function WithdrawalTable({
  withdrawals,
  empty,
}: {
  withdrawals: readonly Withdrawal[]
  empty: string
}) {
  const texts = useTexts(pageTexts)
  const words = useTexts(salesTexts)
  const { day, count } = useFormats()
  const [asked, ask] = useState<{ withdrawal: Withdrawal; decision: Decision }>()
  const nameOf = useProductNames(
    withdrawals.flatMap(({ articles }) => articles?.map(({ id }) => Number(id)) ?? []),
  )
  const articlesOf = ({ articles }: Withdrawal) =>
    articles === null
      ? texts.everything
      : articles.map(({ id, quantite }) => (
          <div key={id}>{texts.article(count(quantite), nameOf(Number(id)))}</div>
        ))
  return (
    <>
      <DataTable
        caption={texts.title}
        rows={withdrawals}
        rowKey={({ id }) => id}
        empty={empty}
        columns={[
          { key: 'order', title: words.order, cell: row => <Order of={row} /> },
          {
            key: 'customer',
            title: texts.customer,
            cell: ({ nom, courriel }) => (
              <div style={{ maxWidth: '15rem', overflowWrap: 'break-word' }}>
                {nom}
                <Anchor href={`mailto:${courriel}`} size="xs" display="block">
                  {courriel}
                </Anchor>
              </div>
            ),
          },
          { key: 'articles', title: texts.articles, cell: row => <div>{articlesOf(row)}</div> },
          { key: 'received', title: texts.received, cell: ({ recuLe }) => day(recuLe) },
          { key: 'deadline', title: texts.deadline, cell: row => <Deadline of={row} /> },
          {
            key: 'status',
            title: words.status,
            cell: ({ statut, motif }) => (
              <div>
                <WithdrawalBadge status={statut} />
                {motif && (
                  <Text size="xs" c="dimmed" className="wraps">
                    {motif}
                  </Text>
                )}
              </div>
            ),
          },
          ...(withdrawals.some(({ statut }) => statut === 'a_verifier')
            ? [
                {
                  key: 'actions',
                  title: texts.actions,
                  cell: (withdrawal: Withdrawal) => (
                    <Decide of={withdrawal} onAsk={decision => ask({ withdrawal, decision })} />
                  ),
                },
              ]
            : []),
        ]}
      />
      {asked && (
        <DecisionQuestion
          withdrawal={asked.withdrawal}
          decision={asked.decision}
          onClose={() => ask(undefined)}
        />
      )}
    </>
  )
}

function Order({ of: { ordreId, commandeConnue } }: { of: Withdrawal }) {
  const texts = useTexts(pageTexts)
  if (commandeConnue !== false) return <OrderLink id={ordreId} />
  return (
    <div className="wraps">
      {ordreId}
      <div>
        <Badge variant="light" tt="none" miw="max-content" color="yellow">
          {texts.unknownOrder}
        </Badge>
      </div>
    </div>
  )
}

/** The decisions on a withdrawal that staff must check. One from an unknown order can only be refused. */
function Decide({
  of: { statut, ordreId, commandeConnue },
  onAsk,
}: {
  of: Withdrawal
  onAsk: (decision: Decision) => void
}) {
  const texts = useTexts(pageTexts)
  if (statut !== 'a_verifier') return '–'
  return (
    <Group gap="xs">
      {commandeConnue !== false && (
        <Button size="xs" aria-label={texts.acceptOf(ordreId)} onClick={() => onAsk('acceptee')}>
          {texts.accept}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        aria-label={texts.refuseOf(ordreId)}
        onClick={() => onAsk('refusee')}
      >
        {texts.refuse}
      </Button>
    </Group>
  )
}
