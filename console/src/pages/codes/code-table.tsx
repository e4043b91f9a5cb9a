import { Anchor, Badge, Button, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { useNotify } from '../../parts/notify.ts'
import { Question } from '../../parts/question.tsx'
import { pageAddress } from '../../sales/links.tsx'
import { type Promotion, usePromotionName } from '../../sales/promotions.ts'
import { useMay } from '../../shell/session.tsx'
import { CODES, type CodeState, type PromotionCode, revokeCode, stateOf } from './codes.ts'
import { codeTexts } from './texts.ts'

const COLORS: Record<CodeState, string> = { valid: 'teal', used: 'orange', expired: 'gray', revoked: 'red' }

export function CodeTable({
  codes,
  promotions,
  empty,
}: {
  codes: readonly PromotionCode[]
  promotions: readonly Promotion[]
  empty: string
}) {
  const texts = useTexts(codeTexts)
  const { count, day } = useFormats()
  const may = useMay()
  const [asked, ask] = useState<PromotionCode>()
  const promotionOf = ({ promotionId }: PromotionCode) => promotions.find(({ id }) => id === promotionId)
  return (
    <>
      <DataTable
        caption={texts.title}
        rows={codes}
        rowKey={({ id }) => id}
        empty={empty}
        columns={[
          { key: 'code', title: texts.code, cell: ({ code }) => <strong className="wraps">{code}</strong> },
          {
            key: 'promotion',
            title: texts.promotion,
            cell: code => <PromotionLink id={code.promotionId} promotion={promotionOf(code)} />,
          },
          {
            key: 'uses',
            title: texts.uses,
            isNumber: true,
            cell: ({ utilisations, utilisationsMax }) =>
              utilisationsMax === null
                ? count(utilisations)
                : texts.usesOf(count(utilisations), count(utilisationsMax)),
          },
          {
            key: 'perCustomer',
            title: texts.perCustomer,
            isNumber: true,
            cell: ({ utilisationsParClient: most }) => (most === null ? '–' : count(most)),
          },
          { key: 'end', title: texts.end, cell: ({ dateFin }) => (dateFin ? day(dateFin) : '–') },
          { key: 'created', title: texts.created, cell: ({ createdAt }) => day(createdAt) },
          {
            key: 'state',
            title: texts.state,
            cell: code => <StateBadge state={stateOf(code, promotionOf(code)?.dateFin)} />,
          },
          ...(may('catalogue')
            ? [
                {
                  key: 'revoke',
                  title: texts.actions,
                  cell: (code: PromotionCode) =>
                    code.revoqueLe === null && (
                      <Button
                        size="xs"
                        variant="default"
                        aria-label={texts.revokeOf(code.code)}
                        onClick={() => ask(code)}
                      >
                        {texts.revoke}
                      </Button>
                    ),
                },
              ]
            : []),
        ]}
      />
      {asked && <RevokeQuestion code={asked} onClose={() => ask(undefined)} />}
    </>
  )
}

function StateBadge({ state }: { state: CodeState }) {
  const texts = useTexts(codeTexts)
  return (
    <Badge variant="light" tt="none" miw="max-content" color={COLORS[state]}>
      {texts[state]}
    </Badge>
  )
}

function PromotionLink({ id, promotion }: { id: number; promotion: Promotion | undefined }) {
  const may = useMay()
  const nameOf = usePromotionName()
  const name = nameOf(promotion ?? { id, description: '' })
  if (!promotion || !may('catalogue')) return name
  return (
    <Anchor component={Link} href={pageAddress(`/promotions/${id}`)} inherit>
      {name}
    </Anchor>
  )
}

function RevokeQuestion({ code: { id, code }, onClose }: { code: PromotionCode; onClose: () => void }) {
  const texts = useTexts(codeTexts)
  const client = useQueryClient()
  const { done } = useNotify()
  return (
    <Question
      opened
      onClose={onClose}
      title={texts.revokeTitle(code)}
      action={texts.revokeOf(code)}
      isDangerous
      onConfirm={async () => {
        await revokeCode(id)
        await client.invalidateQueries({ queryKey: CODES })
        done(texts.revokedDone(code))
      }}
    >
      <Text size="sm">{texts.revokeHint}</Text>
    </Question>
  )
}
