import { Group, SimpleGrid } from '@mantine/core'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Page } from '../../parts/page.tsx'
import { useSearchState } from '../../parts/search-state.ts'
import { useMay, useMayInAllStores, useSession } from '../../shell/session.tsx'
import { PeriodChoice, StoreChoice } from './choice.tsx'
import { noonOf, parisTimeOf, periodOf } from './days.ts'
import { COMPARISONS, type Selection, useSales } from './figures.ts'
import { Breakdown } from './group-table.tsx'
import { Missing } from './missing.tsx'
import { Outcomes } from './outcomes.tsx'
import { Recount } from './recount.tsx'
import { Repairs } from './repairs.tsx'
import { Sales } from './sales.tsx'
import { todayTexts } from './texts.ts'
import { BestSellers, Promotions } from './tops.tsx'
import { Work } from './work.tsx'

/** Overview of the shop: the sales of a day or period, and pending work. */
export default function Today() {
  const texts = useTexts(todayTexts)
  const { day } = useFormats()
  const may = useMay()
  const mayInAllStores = useMayInAllStores()
  const { magasins } = useSession()
  const { get, set } = useSearchState()
  const magasinId = Number(get('magasin')) || magasins?.[0]
  // The current day by the server's clock, which the sales figures contain.
  const { data } = useSales({ comparaison: 'semaine', magasinId }, may('support'))
  const today = parisTimeOf(data?.maintenant ?? new Date().toISOString()).day
  const wanted = may('support') ? get('periode') : ''
  const { name, ...period } = periodOf(wanted, today, { jour: get('jour'), du: get('du'), au: get('au') })
  const comparaison = COMPARISONS.find(each => each === get('comparer')) ?? 'semaine'
  const shown: Selection = { ...period, comparaison, magasinId }
  const titleOf = () => {
    if (period.jour !== undefined) return texts.titleOf(day(noonOf(period.jour)))
    return period.du && period.au
      ? texts.titleOfPeriod(day(noonOf(period.du)), day(noonOf(period.au)))
      : texts.title
  }
  return (
    <Page title={titleOf()}>
      <Missing />
      <Group gap="sm" align="flex-end">
        <StoreChoice shown={shown} onChange={set} />
        {may('support') && <PeriodChoice {...{ name, today, shown }} onChange={set} />}
      </Group>
      {may('support') && (
        <>
          <Sales shown={shown} />
          <Breakdown shown={shown} />
          {mayInAllStores('support') && period.isDay && <Outcomes shown={shown} />}
          <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
            <BestSellers shown={shown} />
            <Promotions shown={shown} />
          </SimpleGrid>
        </>
      )}
      {may('warehouse') && (
        <>
          <Work shown={shown} />
          <Repairs shown={shown} />
        </>
      )}
      {mayInAllStores('admin') && <Recount />}
    </Page>
  )
}
