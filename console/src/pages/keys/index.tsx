import { Badge, Button, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Page } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Question } from '../../parts/question.tsx'
import { useSearchState } from '../../parts/search-state.ts'
import { useRightNames } from '../../shell/rights.ts'
import { useStoreNames } from '../team/stores-input.tsx'
import { teamTexts } from '../team/texts.ts'
import { isExpired, KEYS, type Key, LIMIT, revokeKey, useKeys } from './keys.ts'
import { NewKey } from './new-key.tsx'
import { keyTexts } from './texts.ts'

export default function Keys() {
  const texts = useTexts(keyTexts)
  const { day, moment } = useFormats()
  const words = useTexts(teamTexts)
  const nameRights = useRightNames()
  const nameStores = useStoreNames()
  const client = useQueryClient()
  const { page, set } = useSearchState()
  const keys = useKeys(page)
  const [isMaking, make] = useState(false)
  const [revoked, revoke] = useState<Key>()
  return (
    <Page title={texts.title} actions={<Button onClick={() => make(true)}>{texts.make}</Button>}>
      <Text size="sm" c="dimmed">
        {texts.hint}
      </Text>
      <Answer of={keys}>
        {({ data, total }) => (
          <>
            <DataTable
              caption={texts.title}
              rows={data}
              rowKey={({ id }) => id}
              empty={texts.empty}
              columns={[
                { key: 'name', title: texts.name, cell: ({ nom }) => nom },
                { key: 'rights', title: texts.rights, cell: ({ droits }) => nameRights(droits) },
                { key: 'stores', title: words.stores, cell: ({ magasins }) => nameStores(magasins) },
                {
                  key: 'used',
                  title: texts.used,
                  cell: ({ derniereUtilisation }) =>
                    derniereUtilisation ? moment(derniereUtilisation) : texts.never,
                },
                { key: 'made', title: texts.made, cell: ({ createdAt }) => day(createdAt) },
                {
                  key: 'ends',
                  title: texts.ends,
                  cell: ({ expireLe }) => (expireLe ? day(expireLe) : texts.noEnd),
                },
                { key: 'state', title: texts.state, cell: key => <State of={key} /> },
                {
                  key: 'revoke',
                  title: texts.actions,
                  cell: key =>
                    key.revoqueeLe === null && (
                      <Button
                        size="xs"
                        variant="default"
                        onClick={() => revoke(key)}
                        aria-label={texts.revokeOf(key.nom)}
                      >
                        {texts.revoke}
                      </Button>
                    ),
                },
              ]}
            />
            <Pager page={page} limit={LIMIT} total={total} onPage={next => set({ page: next })} />
          </>
        )}
      </Answer>
      {isMaking && <NewKey onClose={() => make(false)} />}
      {revoked && (
        <Question
          opened
          onClose={() => revoke(undefined)}
          title={texts.revokeTitle(revoked.nom)}
          action={texts.revokeAction(revoked.nom)}
          isDangerous
          onConfirm={async () => {
            await revokeKey(revoked.id)
            await client.invalidateQueries({ queryKey: KEYS })
          }}
        >
          <Text size="sm">{texts.revokeHint}</Text>
          {revoked.derniereUtilisation && (
            <Text size="sm">{texts.usedLast(moment(revoked.derniereUtilisation))}</Text>
          )}
        </Question>
      )}
    </Page>
  )
}

function State({ of }: { of: Key }) {
  const texts = useTexts(keyTexts)
  const { day } = useFormats()
  const isValid = of.revoqueeLe === null && !isExpired(of)
  const text = of.revoqueeLe ? texts.revoked(day(of.revoqueeLe)) : isExpired(of) ? texts.over : texts.valid
  return (
    <Badge variant="light" tt="none" color={isValid ? 'teal' : 'gray'}>
      {text}
    </Badge>
  )
}
