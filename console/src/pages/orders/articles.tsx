import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Shapes } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { usePictures } from '../../sales/pictures.tsx'
import { usePromotionName, usePromotions } from '../../sales/promotions.ts'
import { Section } from '../../sales/section.tsx'
import { salesTexts } from '../../sales/texts.ts'
import { orderTexts } from './texts.ts'

/** The lines of an order, and what leads from their full prices to its total. */
export function Articles({ file }: { file: Shapes['DossierCommande'] }) {
  const texts = useTexts(orderTexts)
  const words = useTexts(salesTexts)
  const { euros, count } = useFormats()
  const pictureOf = usePictures(file.lignes.map(({ articleId }) => articleId))
  const back = new Map(file.articlesCommandes.map(({ articleId, retournes }) => [articleId, retournes]))
  return (
    <Section title={texts.articles}>
      <DataTable
        caption={texts.articles}
        rows={file.lignes.map((line, i) => ({ ...line, i, back: back.get(line.articleId) ?? 0 }))}
        rowKey={({ i }) => i}
        columns={[
          {
            key: 'nom',
            title: texts.article,
            cell: line => {
              const discount = line.quantite * line.prixUnitaireCents - line.totalCents
              return (
                <Group gap="xs" wrap="nowrap" align="flex-start">
                  {pictureOf(line.articleId, line.nom)}
                  <div>
                    {line.nom}
                    {discount > 0 && (
                      <Text size="xs" c="dimmed">
                        {texts.discount(euros(discount))}
                      </Text>
                    )}
                    {line.back > 0 && (
                      <Text size="xs" c="dimmed">
                        {texts.came(line.back)}
                      </Text>
                    )}
                  </div>
                </Group>
              )
            },
          },
          { key: 'n', title: texts.quantity, isNumber: true, cell: ({ quantite }) => count(quantite) },
          {
            key: 'price',
            title: texts.unitPrice,
            isNumber: true,
            cell: ({ prixUnitaireCents }) => euros(prixUnitaireCents),
          },
          { key: 'total', title: words.amount, isNumber: true, cell: ({ totalCents }) => euros(totalCents) },
        ]}
      />
      <Sums file={file} />
    </Section>
  )
}

function Sums({ file }: { file: Shapes['DossierCommande'] }) {
  const texts = useTexts(orderTexts)
  const { euros, percent } = useFormats()
  const { lignes, remises, codes = [], livraison, montantTotalCents, tva } = file
  const promotions = usePromotions()
  const nameOf = usePromotionName()
  const codeOf = new Map(codes.map(each => [each.promotionId, each]))
  const labelOf = (promotionId: number) => {
    const code = codeOf.get(promotionId)
    const promotion = promotions.data?.find(({ id }) => id === promotionId)
    const name = nameOf(promotion ?? { id: promotionId, description: '' })
    return code ? texts.codeOf(code.code, name) : name
  }
  // The code of a free delivery takes nothing off the articles.
  const ofDelivery = codes.filter(
    ({ promotionId }) => !remises.some(each => each.promotionId === promotionId),
  )
  const subtotal = lignes.reduce((sum, line) => sum + line.quantite * line.prixUnitaireCents, 0)
  const { nom, prixCents } = livraison
  return (
    <dl className="sums">
      {subtotal !== montantTotalCents && <Sum name={texts.subtotal}>{euros(subtotal)}</Sum>}
      {remises.map(({ promotionId, montantCents }) => (
        <Sum key={promotionId} name={labelOf(promotionId)}>
          {euros(-montantCents)}
        </Sum>
      ))}
      {nom !== undefined && prixCents !== undefined && (
        <Sum name={`${texts.delivery}, ${nom}`}>{prixCents === 0 ? texts.free : euros(prixCents)}</Sum>
      )}
      {ofDelivery.map(({ code, montantCents }) => (
        <Sum key={code} name={texts.code(code)}>
          {texts.included(euros(montantCents))}
        </Sum>
      ))}
      <Sum name={texts.total} isTotal>
        {euros(montantTotalCents)}
      </Sum>
      {tva.map(({ tauxTva, tvaCents }) => (
        <Sum key={tauxTva} name={texts.vat(percent(tauxTva / 100))}>
          {euros(tvaCents)}
        </Sum>
      ))}
    </dl>
  )
}

const Sum = ({ name, isTotal, children }: { name: string; isTotal?: boolean; children: ReactNode }) => (
  <div className={isTotal ? 'total' : undefined}>
    <dt className="wraps">{name}</dt>
    <dd className="number">{children}</dd>
  </div>
)
