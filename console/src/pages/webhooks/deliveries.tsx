import { Anchor, Button, Group, Select, Title } from '@mantine/core'
import { useState } from 'react'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Pager } from '../../parts/pager.tsx'
import { useSearchState } from '../../parts/search-state.ts'
import { DeliveryDialog } from './delivery.tsx'
import { RedeliverDialog } from './redeliver-dialog.tsx'
import { DeliveryState } from './state.tsx'
import { deliveryTexts } from './texts.ts'
import { LIMIT, useDeliveries, type Webhook } from './webhooks.ts'

const STATUSES = ['en_attente', 'livree', 'echouee'] as const

/** Deliveries of a webhook in the last 30 days. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const texts = useTexts(deliveryTexts)
  const { moment, count } = useFormats()
  const { get, page, set } = useSearchState()
  const statut = STATUSES.find(status => status === get('statut'))
  const deliveries = useDeliveries(webhook.id, statut, page)
  const [opened, open] = useState<number>()
  const [isAsked, ask] = useState(false)
  return (
    <>
      <Title order={2} size="h3">
        {texts.title}
      </Title>
      <Group gap="sm" align="flex-end">
        <Select
          label={texts.state}
          data={[
            { value: '', label: texts.every },
            ...STATUSES.map(value => ({ value, label: texts[value] })),
          ]}
          value={statut ?? ''}
          onChange={value => set({ statut: value ?? '' })}
          allowDeselect={false}
          w="min(100%, 15rem)"
        />
        {webhook.actif && (
          <Button variant="default" onClick={() => ask(true)}>
            {texts.againAll}
          </Button>
        )}
      </Group>
      <Answer of={deliveries}>
        {({ data, total }) => (
          <>
            <DataTable
              caption={texts.title}
              rows={data}
              rowKey={({ id }) => id}
              empty={texts.empty}
              columns={[
                { key: 'when', title: texts.when, cell: ({ createdAt }) => moment(createdAt) },
                {
                  key: 'event',
                  title: texts.event,
                  cell: ({ id, type }) => (
                    <Anchor component="button" type="button" size="sm" onClick={() => open(id)}>
                      {type}
                    </Anchor>
                  ),
                },
                { key: 'state', title: texts.state, cell: one => <DeliveryState of={one.statut} /> },
                {
                  key: 'answer',
                  title: texts.answer,
                  isNumber: true,
                  cell: ({ codeHttp }) => codeHttp ?? '–',
                },
                { key: 'tries', title: texts.tries, isNumber: true, cell: ({ essais }) => count(essais) },
              ]}
            />
            <Pager page={page} limit={LIMIT} total={total} onPage={next => set({ page: next })} />
          </>
        )}
      </Answer>
      {opened !== undefined && (
        <DeliveryDialog webhook={webhook} id={opened} onClose={() => open(undefined)} />
      )}
      {isAsked && <RedeliverDialog webhook={webhook} onClose={() => ask(false)} />}
    </>
  )
}
