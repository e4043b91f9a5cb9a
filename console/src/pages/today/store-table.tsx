import { Anchor, Group, Title } from '@mantine/core'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { ExportButton } from '../../parts/exports/export-button.tsx'
import { useSearchState } from '../../parts/search-state.ts'
import { useStores } from '../../parts/stores.ts'
import { exportStores } from './export.ts'
import type { Figures } from './figures.ts'
import { todayTexts } from './texts.ts'

/** Sales of each store; its name selects it. */
export function StoreTable({ figures }: { figures: Figures }) {
  const texts = useTexts(todayTexts)
  const { euros, count, percent } = useFormats()
  const { nameOf } = useStores()
  const { set } = useSearchState()
  return (
    <>
      <Group justify="space-between" gap="sm" mt="sm">
        <Title order={3} size="h5">
          {texts.byStore}
        </Title>
        <ExportButton source={exportStores(figures, nameOf)} label={texts.exportStores} />
      </Group>
      <DataTable
        caption={texts.byStore}
        rows={figures.magasins}
        rowKey={({ magasinId }) => magasinId}
        columns={[
          {
            key: 'magasin',
            title: texts.store,
            cell: ({ magasinId }) => (
              <Anchor component="button" type="button" inherit onClick={() => set({ magasin: magasinId })}>
                {nameOf(magasinId)}
              </Anchor>
            ),
          },
          {
            ...{ key: 'montant', title: texts.turnover, isNumber: true },
            cell: ({ chiffreAffairesCents }) => euros(chiffreAffairesCents),
          },
          {
            ...{ key: 'evolution', title: texts.change, isNumber: true },
            cell: ({ chiffreAffairesCents: now, referenceCents: before }) =>
              before > 0 ? `${now > before ? '+' : ''}${percent((now - before) / before)}` : texts.none,
          },
          { key: 'commandes', title: texts.concerned, cell: row => count(row.commandes), isNumber: true },
          {
            ...{ key: 'panier', title: texts.basket, isNumber: true },
            cell: ({ panierMoyenCents }) =>
              panierMoyenCents === null ? texts.none : euros(panierMoyenCents),
          },
        ]}
      />
    </>
  )
}
