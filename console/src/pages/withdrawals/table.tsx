import { Anchor, Badge, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { useProductNames } from '../../parts/product-names.ts'
import { OrderLink, shortOrder } from '../../sales/links.tsx'
import { salesTexts } from '../../sales/texts.ts'
import { type Withdrawal, WithdrawalBadge } from '../../sales/withdrawals.tsx'
import { Deadline } from './deadline.tsx'
import { type Decision, DecisionQuestion } from './decision-question.tsx'
import { pageTexts } from './texts.ts'

/** Number of articles that a row shows; a declaration may name 200. */
const SHOWN = 5

/** Customers declare articles by product id or barcode, or by a text that is neither: only an id has a name. */
const productIdOf = (declared: number | string) =>
  /^[1-9]\d{0,8}$/.test(String(declared)) ? Number(declared) : undefined

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
    withdrawals.flatMap(({ articles }) => articles?.flatMap(({ id }) => productIdOf(id) ?? []) ?? []),
  )
  const articlesOf = ({ articles }: Withdrawal) =>
    articles === null
      ? texts.everything
      : [
          ...articles.slice(0, SHOWN).map(({ id, quantite }) => {
            const productId = productIdOf(id)
            return texts.article(count(quantite), productId === undefined ? String(id) : nameOf(productId))
          }),
          ...(articles.length > SHOWN ? [texts.others(count(articles.length - SHOWN))] : []),
          // An article may be declared twice, so the key is the position.
        ].map((text, i) => <div key={i}>{text}</div>)
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
              <div className="typed">
                {nom}
                <Anchor href={`mailto:${courriel}`} size="xs" display="block">
                  {courriel}
                </Anchor>
              </div>
            ),
          },
          {
            key: 'articles',
            title: texts.articles,
            cell: row => <div className="typed">{articlesOf(row)}</div>,
          },
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
    <div className="typed">
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
        <Button size="xs" aria-label={texts.acceptOf(shortOrder(ordreId))} onClick={() => onAsk('acceptee')}>
          {texts.accept}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        aria-label={texts.refuseOf(shortOrder(ordreId))}
        onClick={() => onAsk('refusee')}
      >
        {texts.refuse}
      </Button>
    </Group>
  )
}
