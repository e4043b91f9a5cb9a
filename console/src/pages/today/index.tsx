import { Group, SimpleGrid } from '@mantine/core'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Page } from '../../parts/page.tsx'
import { useSearchState } from '../../parts/search-state.ts'
import { useMay, useMayInAllStores, useSession } from '../../shell/session.tsx'
import { DayChoice, StoreChoice } from './choice.tsx'
import { noonOf } from './days.ts'
import type { Selection } from './figures.ts'
import { Missing } from './missing.tsx'
import { Outcomes } from './outcomes.tsx'
import { Recount } from './recount.tsx'
import { Repairs } from './repairs.tsx'
import { Sales } from './sales.tsx'
import { todayTexts } from './texts.ts'
import { BestSellers, Promotions } from './tops.tsx'
import { Work } from './work.tsx'

/** Overview of the shop: the sales of a day, and pending work. */
export default function Today() {
  const texts = useTexts(todayTexts)
  const { day } = useFormats()
  const may = useMay()
  const mayInAllStores = useMayInAllStores()
  const { magasins } = useSession()
  const { get, set } = useSearchState()
  const jour = /^\d{4}-\d\d-\d\d$/.test(get('jour')) && may('support') ? get('jour') : undefined
  const shown: Selection = { jour, magasinId: Number(get('magasin')) || magasins?.[0] }
  return (
    <Page title={jour === undefined ? texts.title : texts.titleOf(day(noonOf(jour)))}>
      <Missing />
      <Group gap="sm" align="flex-end">
        {may('support') && <DayChoice shown={shown} onChange={set} />}
        <StoreChoice shown={shown} onChange={set} />
      </Group>
      {may('support') && (
        <>
          <Sales shown={shown} />
          {mayInAllStores('support') && <Outcomes shown={shown} />}
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
