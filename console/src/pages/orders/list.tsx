import { Anchor, Button, Group, Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { answerOf, api } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { ExportButton } from '../../parts/exports/export-button.tsx'
import { Page } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { SearchBox } from '../../parts/search-box.tsx'
import { useSearchState } from '../../parts/search-state.ts'
import { useStores } from '../../parts/stores.ts'
import type { OrderPayment, OrderStatus } from '../../sales/badges.tsx'
import { Choice, emptyToUndefined, Filters, Period } from '../../sales/filters.tsx'
import { pageAddress } from '../../sales/links.tsx'
import { salesTexts } from '../../sales/texts.ts'
import { useMay, useMayInAllStores } from '../../shell/session.tsx'
import { BulkActions } from './bulk.tsx'
import { orderColumns } from './export.ts'
import { linkTexts } from './link-texts.ts'
import { listTexts } from './list-texts.ts'
import { OrderTable } from './table.tsx'
import { orderTexts } from './texts.ts'

const LIMIT = 20
const STATUSES: OrderStatus[] = ['EN_ATTENTE', 'EN_PREPARATION', 'EXPEDIEE', 'LIVREE', 'ANNULEE']
const PAID: OrderPayment[] = ['aucun', 'en_attente', 'paye', 'rembourse_en_partie', 'rembourse']
const SORTS = ['-createdAt', 'createdAt', '-montantTotalCents', 'montantTotalCents'] as const

/** Sets of filters for daily work; a view clears the filters of the others. */
const VIEWS = [
  { name: 'all', filters: { statut: '', paiement: '', rembourser: '' } },
  { name: 'toPrepare', filters: { statut: 'EN_ATTENTE', paiement: 'paye', rembourser: '' } },
  { name: 'ready', filters: { statut: 'EN_PREPARATION', paiement: '', rembourser: '' } },
  { name: 'toRefund', filters: { statut: '', paiement: '', rembourser: 'oui' } },
] as const

/** The list of orders, filtered by the page's query string. */
export function OrderList() {
  const texts = useTexts(orderTexts)
  const list = useTexts(listTexts)
  const links = useTexts(linkTexts)
  const words = useTexts(salesTexts)
  const { count } = useFormats()
  const { choices, nameOf } = useStores()
  const state = useSearchState()
  const { get, page, set } = state
  const query = {
    ...{ page, limit: LIMIT, search: emptyToUndefined(get('search')) },
    statut: emptyToUndefined<OrderStatus>(get('statut')),
    paiement: emptyToUndefined<OrderPayment>(get('paiement')),
    aRembourser: get('rembourser') === 'oui' || undefined,
    magasinId: Number(get('magasin')) || undefined,
    dateFrom: emptyToUndefined(get('from')),
    dateTo: emptyToUndefined(get('to')),
    sort: SORTS.find(sort => sort === get('sort')) ?? SORTS[0],
  }
  const read = (paging: { page: number; limit: number }) =>
    answerOf(api.GET('/api/v1/privee/commandes', { params: { query: { ...query, ...paging } } }))
  const orders = useQuery({
    queryKey: ['orders', query],
    queryFn: () => read({ page, limit: LIMIT }),
    placeholderData: keepPreviousData,
  })
  const may = useMay()
  const mayInAllStores = useMayInAllStores()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const shown = orders.data?.data.map(({ ordreId }) => ordreId) ?? []
  const onChoose = (ordreId: string, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(ordreId)
    else next.delete(ordreId)
    setChosen(next)
  }
  const sorts = [texts.newest, texts.oldest, texts.dearest, texts.cheapest]
  return (
    <Page
      title={texts.title}
      actions={
        <>
          <ExportButton
            source={{
              name: 'commandes',
              columns: orderColumns(nameOf),
              rowKey: ({ ordreId }) => ordreId,
              read,
            }}
          />
          {mayInAllStores('support', 'till') && (
            <Button component={Link} href="/nouvelle">
              {links.newOrder}
            </Button>
          )}
        </>
      }
    >
      <SearchBox value={get('search')} onSearch={search => set({ search })} label={texts.search} />
      <Group gap="xs" role="group" aria-label={list.views}>
        {VIEWS.map(({ name, filters }) => {
          const isOn = Object.entries(filters).every(([filter, value]) => get(filter) === value)
          return (
            <Button
              key={name}
              size="xs"
              variant={isOn ? 'filled' : 'default'}
              aria-pressed={isOn}
              onClick={() => set(filters)}
            >
              {name === 'ready' ? list.readyOnes : list[name]}
            </Button>
          )
        })}
        {may('warehouse') && (
          <Anchor component={Link} href={pageAddress('/bons')} size="sm">
            {list.slips}
          </Anchor>
        )}
      </Group>
      <Filters state={state} names={['statut', 'paiement', 'rembourser', 'magasin', 'from', 'to', 'search']}>
        <Choice
          state={state}
          name="statut"
          label={words.status}
          options={STATUSES.map(value => ({ value, label: words[value] }))}
        />
        <Choice
          state={state}
          name="paiement"
          label={texts.payment}
          options={PAID.map(value => ({
            value,
            label: value === 'en_attente' ? words.paiement_en_attente : words[value],
          }))}
        />
        <Choice state={state} name="magasin" label={texts.store} options={choices} />
        <Period state={state} />
        <Select
          label={texts.sort}
          data={SORTS.map((value, i) => ({ value, label: sorts[i] ?? value }))}
          value={query.sort}
          onChange={sort => set({ sort: sort ?? '' })}
          allowDeselect={false}
          className="filter"
        />
      </Filters>
      <Answer of={orders}>
        {({ data, total }) => (
          <>
            {may('warehouse') && data.length > 0 && (
              <BulkActions
                shown={shown}
                chosen={shown.filter(ordreId => chosen.has(ordreId))}
                onChoose={ordreIds => setChosen(new Set(ordreIds))}
              />
            )}
            <OrderTable
              caption={`${texts.title} (${count(total)})`}
              orders={data}
              nameOf={nameOf}
              selection={may('warehouse') ? { chosen, onChoose } : undefined}
            />
            <Pager page={page} limit={LIMIT} total={total} onPage={next => set({ page: next })} />
          </>
        )}
      </Answer>
    </Page>
  )
}
