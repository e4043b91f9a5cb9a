import { Button, Group, Select } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { ExportButton } from '../../parts/exports/export-button.tsx'
import { Page } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { SearchBox } from '../../parts/search-box.tsx'
import { useSearchState } from '../../parts/search-state.ts'
import { usePromotionName, usePromotions } from '../../sales/promotions.ts'
import { NeededRights } from '../../shell/missing-right.tsx'
import { useMay } from '../../shell/session.tsx'
import { CodeTable } from './code-table.tsx'
import { LIMIT, readCodes, useCodes } from './codes.ts'
import { codeColumns } from './export.ts'
import { NewCodesDialog } from './new-codes.tsx'
import { codeTexts } from './texts.ts'
import { Uses } from './uses.tsx'

/** Promotion codes of all promotions or of one; editable with the right `catalogue`. */
export default function Codes() {
  const texts = useTexts(codeTexts)
  const may = useMay()
  const { get, page, set } = useSearchState()
  const [isCreating, setCreating] = useState(false)
  const promotionId = Number(get('promotion')) || undefined
  const search = get('search')
  const codes = useCodes(promotionId, search, page)
  const { data: promotions = [] } = usePromotions()
  const nameOf = usePromotionName()
  return (
    <Page
      title={texts.title}
      actions={
        <>
          <ExportButton
            source={{
              name: 'codes-promotionnels',
              columns: codeColumns(promotions, nameOf),
              rowKey: ({ id }) => id,
              read: paging => readCodes({ promotionId, search }, paging),
            }}
          />
          {may('catalogue') && <Button onClick={() => setCreating(true)}>{texts.create}</Button>}
        </>
      }
    >
      {!may('catalogue') && <NeededRights rights={['catalogue']} />}
      <Group gap="sm">
        <SearchBox value={search} onSearch={text => set({ search: text })} label={texts.search} />
        <Select
          aria-label={texts.promotion}
          placeholder={texts.allPromotions}
          className="grow"
          clearable
          searchable
          data={promotions
            .filter(({ id, autoAppliquee }) => !autoAppliquee || id === promotionId)
            .map(promotion => ({ value: String(promotion.id), label: nameOf(promotion) }))}
          value={promotionId === undefined ? null : String(promotionId)}
          onChange={value => set({ promotion: value ?? '' })}
        />
      </Group>
      <Answer of={codes}>
        {({ data, total }) => (
          <>
            <CodeTable
              codes={data}
              promotions={promotions}
              empty={search || promotionId ? texts.noMatch : texts.empty}
            />
            <Pager page={page} limit={LIMIT} total={total} onPage={next => set({ page: next })} />
            <Uses codes={data} />
          </>
        )}
      </Answer>
      {isCreating && <NewCodesDialog promotionId={promotionId} onClose={() => setCreating(false)} />}
    </Page>
  )
}
