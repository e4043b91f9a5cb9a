import { Anchor } from '@mantine/core'
import { Link } from 'wouter'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { useMayInAllStores } from '../../shell/session.tsx'
import { type Selection, useBestSellers, usePromotionFigures } from './figures.ts'
import { listAddress } from './links.ts'
import { Section } from './section.tsx'
import { todayTexts } from './texts.ts'

export function BestSellers({ shown }: { shown: Selection }) {
  const texts = useTexts(todayTexts)
  const { euros, count } = useFormats()
  const articles = useBestSellers(shown)
  return (
    <Section title={texts.bestSellers}>
      <Answer of={articles}>
        {rows => (
          <DataTable
            caption={texts.bestSellers}
            rows={rows}
            rowKey={({ articleId }) => articleId}
            empty={texts.nothingSold(shown.isDay)}
            columns={[
              {
                key: 'article',
                title: texts.article,
                cell: ({ articleId, nom }) => (
                  <Anchor component={Link} href={listAddress(`/produits/${articleId}`)}>
                    {nom}
                  </Anchor>
                ),
              },
              { key: 'quantite', title: texts.quantity, cell: row => count(row.quantite), isNumber: true },
              { key: 'montant', title: texts.amount, cell: row => euros(row.montantCents), isNumber: true },
            ]}
          />
        )}
      </Answer>
    </Section>
  )
}

/** Discount of each promotion, and revenue of the orders that used it. */
export function Promotions({ shown }: { shown: Selection }) {
  const texts = useTexts(todayTexts)
  const { euros, count } = useFormats()
  const may = useMayInAllStores()
  const promotions = usePromotionFigures(shown)
  const nameOf = ({ promotionId, description }: { promotionId: number; description: string | null }) =>
    description || texts.promotionNumber(promotionId)
  return (
    <Section title={texts.promotions}>
      <Answer of={promotions}>
        {rows => (
          <DataTable
            caption={texts.promotions}
            rows={rows}
            rowKey={({ promotionId }) => promotionId}
            empty={texts.noPromotion(shown.isDay)}
            columns={[
              {
                key: 'promotion',
                title: texts.promotion,
                cell: row =>
                  may('catalogue') ? (
                    <Anchor component={Link} href={listAddress(`/promotions/${row.promotionId}`)}>
                      {nameOf(row)}
                    </Anchor>
                  ) : (
                    nameOf(row)
                  ),
              },
              { key: 'commandes', title: texts.concerned, cell: row => count(row.commandes), isNumber: true },
              { key: 'remise', title: texts.discount, cell: row => euros(row.remiseCents), isNumber: true },
              {
                key: 'montant',
                title: texts.broughtIn,
                cell: row => euros(row.montantCents),
                isNumber: true,
              },
            ]}
          />
        )}
      </Answer>
    </Section>
  )
}
