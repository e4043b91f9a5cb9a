import { Text } from '@mantine/core'
import type { Shapes } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Section } from '../../sales/section.tsx'
import { salesTexts } from '../../sales/texts.ts'
import { orderTexts } from './texts.ts'

export function Articles({ file }: { file: Shapes['DossierCommande'] }) {
  const texts = useTexts(orderTexts)
  const words = useTexts(salesTexts)
  const { euros, count } = useFormats()
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
            cell: line => (
              <div>
                {line.nom}
                {line.back > 0 && (
                  <Text size="xs" c="dimmed">
                    {texts.came(line.back)}
                  </Text>
                )}
              </div>
            ),
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
      <Delivery of={file.livraison} />
      {file.codes?.map(({ code, montantCents }) => (
        <Text key={code} ta="end" size="sm" className="wraps">
          {texts.code(code, euros(montantCents))}
        </Text>
      ))}
      <Text ta="end" fw={700}>
        {texts.total} : {euros(file.montantTotalCents)}
      </Text>
    </Section>
  )
}

/** The price of the delivery, if the order has a method. */
function Delivery({ of: { nom, prixCents } }: { of: Shapes['Livraison'] }) {
  const texts = useTexts(orderTexts)
  const { euros } = useFormats()
  if (nom === undefined || prixCents === undefined) return null
  return (
    <Text ta="end" size="sm" className="wraps">
      {texts.delivery}, {nom} : {prixCents === 0 ? texts.free : euros(prixCents)}
    </Text>
  )
}
