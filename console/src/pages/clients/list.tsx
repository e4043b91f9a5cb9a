import { Alert, Anchor, Button, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { ExportButton } from '../../parts/exports/export-button.tsx'
import { Page } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { SearchBox } from '../../parts/search-box.tsx'
import { useSearchState } from '../../parts/search-state.ts'
import { ClientLink, pageAddress } from '../../sales/links.tsx'
import { useMay } from '../../shell/session.tsx'
import { foundClientExport } from './export.ts'
import { findClients, isAddress } from './find.ts'
import { NewClient } from './new-client.tsx'
import { clientTexts } from './texts.ts'

const LIMIT = 20

export function ClientList() {
  const texts = useTexts(clientTexts)
  const { count } = useFormats()
  const may = useMay()
  const { get, page, set } = useSearchState()
  const [isNew, setNew] = useState(false)
  const search = get('search')
  const found = useQuery({
    queryKey: ['clients', search, page],
    queryFn: () => findClients({ search, page, limit: LIMIT, mayAskAccounts: may('support') }),
    placeholderData: keepPreviousData,
  })
  return (
    <Page
      title={texts.title}
      actions={
        <>
          <ExportButton source={foundClientExport(search)} />
          {may('admin') && (
            <Button component={Link} href="/imports" variant="default">
              {texts.import}
            </Button>
          )}
          <Button onClick={() => setNew(true)}>{texts.newClient}</Button>
        </>
      }
    >
      {isNew && <NewClient onClose={() => setNew(false)} />}
      <SearchBox value={search} onSearch={text => set({ search: text })} label={texts.search} />
      <Answer of={found}>
        {({ clients, total, accounts }) => (
          <>
            {accounts.map(({ clientId, email }) => (
              <Alert key={clientId} role="status">
                <Text size="sm">
                  {texts.accountAlone} <ClientLink id={clientId}>{email}</ClientLink>
                </Text>
              </Alert>
            ))}
            <DataTable
              caption={texts.title}
              rows={clients}
              rowKey={({ id }) => id}
              empty={texts.none}
              columns={[
                {
                  key: 'name',
                  title: texts.name,
                  cell: ({ idClient, prenom, nom }) => (
                    <ClientLink id={idClient}>
                      {prenom} {nom}
                    </ClientLink>
                  ),
                },
                { key: 'email', title: texts.email, cell: ({ adresseMail }) => adresseMail },
                { key: 'phone', title: texts.phone, cell: ({ telephone }) => telephone ?? '–' },
                { key: 'number', title: texts.number, cell: ({ idClient }) => idClient },
                { key: 'level', title: texts.level, cell: ({ niveauFidelisation }) => niveauFidelisation },
                {
                  key: 'points',
                  title: texts.points,
                  isNumber: true,
                  cell: ({ pointsFidelite }) => count(pointsFidelite),
                },
              ]}
            />
            {isAddress(search) && (
              <Anchor
                component={Link}
                size="sm"
                href={pageAddress(`/commandes?search=${encodeURIComponent(search)}`)}
              >
                {texts.ordersOfAddress}
              </Anchor>
            )}
            <Pager page={page} limit={LIMIT} total={total} onPage={next => set({ page: next })} />
          </>
        )}
      </Answer>
    </Page>
  )
}
