import { Anchor, Button, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Page } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { useSearchState } from '../../parts/search-state.ts'
import { NewWebhook } from './new-webhook.tsx'
import { WebhookState } from './state.tsx'
import { webhookTexts } from './texts.ts'
import { LIMIT, useWebhooks } from './webhooks.ts'

export function WebhookList() {
  const texts = useTexts(webhookTexts)
  const { day, count } = useFormats()
  const { page, set } = useSearchState()
  const webhooks = useWebhooks(page)
  const [isMaking, make] = useState(false)
  return (
    <Page title={texts.title} actions={<Button onClick={() => make(true)}>{texts.make}</Button>}>
      <Text size="sm" c="dimmed">
        {texts.hint}
      </Text>
      <Answer of={webhooks}>
        {({ data, total }) => (
          <>
            <DataTable
              caption={texts.title}
              rows={data}
              rowKey={({ id }) => id}
              empty={texts.empty}
              columns={[
                {
                  key: 'url',
                  title: texts.url,
                  cell: ({ id, url, description }) => (
                    <Anchor component={Link} href={`/${id}`} size="sm" className="wraps">
                      {description || url}
                    </Anchor>
                  ),
                },
                {
                  key: 'events',
                  title: texts.events,
                  cell: ({ types }) =>
                    types === null
                      ? texts.allEvents
                      : types.length === 1
                        ? types[0]
                        : texts.eventCount(count(types.length)),
                },
                { key: 'state', title: texts.state, cell: webhook => <WebhookState of={webhook} /> },
                { key: 'made', title: texts.made, cell: ({ createdAt }) => day(createdAt) },
              ]}
            />
            <Pager page={page} limit={LIMIT} total={total} onPage={next => set({ page: next })} />
          </>
        )}
      </Answer>
      {isMaking && <NewWebhook onClose={() => make(false)} />}
    </Page>
  )
}
