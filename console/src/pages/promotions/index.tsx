import { ActionIcon, Anchor, Button, Group, Text } from '@mantine/core'
import { Link, Route, Switch } from 'wouter'
import { useLanguage, useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { ExportButton } from '../../parts/exports/export-button.tsx'
import { Page } from '../../parts/page.tsx'
import { SearchBox } from '../../parts/search-box.tsx'
import { useSearchState } from '../../parts/search-state.ts'
import { type Promotion, usePromotions } from '../../sales/promotions.ts'
import { Calendar } from './calendar.tsx'
import { Editor } from './editor.tsx'
import { promotionColumns } from './export.ts'
import { monthOf, shiftMonth, spanIn } from './moments.ts'
import { useNames } from './names.ts'
import { promotionTexts } from './texts.ts'

export default function Promotions() {
  return (
    <Switch>
      <Route path="/" component={Overview} />
      <Route path="/nouvelle">
        <Editor />
      </Route>
      <Route path="/:id">{({ id }) => <Kept id={Number(id)} />}</Route>
    </Switch>
  )
}

/** Promotions of a month. */
function Overview() {
  const texts = useTexts(promotionTexts)
  const { language } = useLanguage()
  const { get, set } = useSearchState()
  const { nameOf, discountOf, limitsOf } = useNames()
  const promotions = usePromotions()
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.test(get('mois')) ? get('mois') : monthOf(new Date())
  const search = get('search').toLowerCase()
  const shown = (all: readonly Promotion[]) =>
    all
      .filter(({ dateDebut, dateFin }) => spanIn(month, dateDebut, dateFin))
      .filter(promotion => nameOf(promotion).toLowerCase().includes(search))
      .toSorted((a, b) => a.dateDebut.localeCompare(b.dateDebut) || a.id - b.id)
  const go = (by: number) => set({ mois: shiftMonth(month, by) })
  const title = new Intl.DateTimeFormat(language === 'fr' ? 'fr-FR' : 'en-GB', {
    ...{ month: 'long', year: 'numeric', timeZone: 'UTC' },
  }).format(new Date(`${month}-01T00:00:00Z`))
  return (
    <Page
      title={texts.title}
      actions={
        <>
          <ExportButton
            source={{
              name: 'promotions',
              columns: promotionColumns(discountOf, limitsOf),
              rowKey: ({ id }) => id,
              read: async ({ page, limit }) => {
                const data = shown(promotions.data ?? [])
                return { data: data.slice((page - 1) * limit, page * limit), total: data.length }
              },
            }}
          />
          <Button component={Link} href="/nouvelle">
            {texts.add}
          </Button>
        </>
      }
    >
      <Group gap="sm">
        <Group gap="xs">
          <ActionIcon variant="default" size="lg" onClick={() => go(-1)} aria-label={texts.previousMonth}>
            ‹
          </ActionIcon>
          <Text fw={600} miw="7.5rem" ta="center" aria-live="polite" tt="capitalize">
            {title}
          </Text>
          <ActionIcon variant="default" size="lg" onClick={() => go(1)} aria-label={texts.nextMonth}>
            ›
          </ActionIcon>
          <Button variant="default" size="xs" onClick={() => set({ mois: '' })}>
            {texts.thisMonth}
          </Button>
        </Group>
        <SearchBox value={get('search')} onSearch={text => set({ search: text })} label={texts.search} />
      </Group>
      <Answer of={promotions}>{all => <Calendar month={month} promotions={shown(all)} />}</Answer>
    </Page>
  )
}

function Kept({ id }: { id: number }) {
  const texts = useTexts(promotionTexts)
  const promotions = usePromotions()
  return (
    <Answer of={promotions}>
      {all => {
        const found = all.find(promotion => promotion.id === id)
        if (found) return <Editor key={id} promotion={found} />
        return (
          <Page title={texts.title}>
            <Text>{texts.notFound}</Text>
            <Anchor component={Link} href="/">
              {texts.back}
            </Anchor>
          </Page>
        )
      }}
    </Answer>
  )
}
