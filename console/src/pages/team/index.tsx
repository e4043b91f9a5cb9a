import { Badge, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Page } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { useSearchState } from '../../parts/search-state.ts'
import { roleOf, roleTexts, useRightNames } from '../../shell/rights.ts'
import { EditMember } from './edit-member.tsx'
import { LIMIT, type Member, useMembers } from './members.ts'
import { NewMember } from './new-member.tsx'
import { useStoreNames } from './stores-input.tsx'
import { teamTexts } from './texts.ts'

/** Members of staff and their rights. */
export default function Team() {
  const texts = useTexts(teamTexts)
  const nameRights = useRightNames()
  const roles = useTexts(roleTexts)
  const nameStores = useStoreNames()
  const { page, set } = useSearchState()
  const members = useMembers(page)
  const [edited, edit] = useState<Member>()
  const [isAdding, add] = useState(false)
  return (
    <Page title={texts.title} actions={<Button onClick={() => add(true)}>{texts.add}</Button>}>
      <Answer of={members}>
        {({ data, total }) => (
          <>
            <DataTable
              caption={texts.title}
              rows={data}
              rowKey={({ id }) => id}
              empty={texts.empty}
              columns={[
                {
                  key: 'name',
                  title: texts.name,
                  cell: ({ nom, email }) => (
                    <Stack gap={0}>
                      <Text size="sm" fw={600}>
                        {nom}
                      </Text>
                      <Text size="xs" c="dimmed">
                        {email}
                      </Text>
                    </Stack>
                  ),
                },
                {
                  key: 'rights',
                  title: texts.rights,
                  cell: ({ droits }) => {
                    const role = roleOf(droits)
                    return (
                      <div>
                        {role && (
                          <Text size="sm" fw={600}>
                            {roles[role]}
                          </Text>
                        )}
                        <Text size={role ? 'xs' : 'sm'}>{nameRights(droits)}</Text>
                      </div>
                    )
                  },
                },
                { key: 'stores', title: texts.stores, cell: ({ magasins }) => nameStores(magasins) },
                {
                  key: 'state',
                  title: texts.state,
                  cell: ({ actif, codeExige }) => (
                    <>
                      <Badge variant="light" tt="none" color={actif ? 'teal' : 'gray'}>
                        {actif ? texts.active : texts.left}
                      </Badge>
                      {codeExige && <Text size="xs">{texts.withCode}</Text>}
                    </>
                  ),
                },
                {
                  key: 'edit',
                  title: texts.actions,
                  cell: member => (
                    <Button
                      size="xs"
                      variant="default"
                      onClick={() => edit(member)}
                      aria-label={texts.edit(member.nom)}
                    >
                      {texts.actions}
                    </Button>
                  ),
                },
              ]}
            />
            <Pager page={page} limit={LIMIT} total={total} onPage={next => set({ page: next })} />
          </>
        )}
      </Answer>
      {edited && <EditMember key={edited.id} member={edited} onClose={() => edit(undefined)} />}
      {isAdding && <NewMember onClose={() => add(false)} />}
    </Page>
  )
}
