import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { answerOf, api, type Shapes } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Plot } from '../../parts/plot.tsx'
import { pageAddress } from '../../sales/links.tsx'
import { Section } from '../../sales/section.tsx'
import { useMay } from '../../shell/session.tsx'
import { pageTexts } from './page-texts.ts'

type Price = Shapes['PrixDeProduit']

/** The former prices of a product; a price without changes is a sentence instead of a plot. */
export function Prices({ productId }: { productId: number }) {
  const words = useTexts(pageTexts)
  const { euros, day } = useFormats()
  const may = useMay()
  const prices = useQuery({
    queryKey: ['products', 'one', productId, 'prices'],
    queryFn: () =>
      answerOf(api.GET('/api/v1/publique/produits/{id}/prix', { params: { path: { id: productId } } })),
  })
  return (
    <Section title={words.prices}>
      <Answer of={prices}>
        {([latest, ...former]) =>
          latest &&
          (former.length > 0 ? (
            <>
              <History prices={[latest, ...former]} />
              {may('admin') ? (
                <Authors productId={productId} prices={[latest, ...former]} />
              ) : (
                <Text size="sm" c="dimmed">
                  {words.authorsHidden}
                </Text>
              )}
            </>
          ) : (
            <Text size="sm">{words.onePrice(euros(latest.prixDeVenteCents), day(latest.depuis))}</Text>
          ))
        }
      </Answer>
    </Section>
  )
}

/** The audit trail and the history of prices may take the clock this far apart. */
const SAME_MS = 5_000
/** Most of the last prices that are listed with their authors. */
const LISTED = 10

/** The last prices with who set them, as the audit trail knows it. */
function Authors({ productId, prices }: { productId: number; prices: readonly Price[] }) {
  const words = useTexts(pageTexts)
  const { euros, moment } = useFormats()
  const record = String(productId)
  const trail = useQuery({
    queryKey: ['products', 'one', productId, 'trail'],
    queryFn: () => {
      const query = { enregistrement: record, domaine: 'reference', limit: 100 }
      return answerOf(api.GET('/api/v1/privee/audits', { params: { query } }))
    },
  })
  const entryOf = ({ depuis }: Price) =>
    trail.data?.data.find(
      ({ le, modifications, operation }) =>
        Math.abs(Date.parse(le) - Date.parse(depuis)) < SAME_MS &&
        (operation === 'createProduct' || modifications?.some(({ champ }) => champ === 'prixDeVenteCents')),
    )
  return (
    <>
      <DataTable
        caption={words.authors}
        rows={prices.slice(0, LISTED)}
        rowKey={({ depuis }) => depuis}
        columns={[
          { key: 'since', title: words.since, cell: ({ depuis }) => moment(depuis) },
          {
            key: 'price',
            title: words.price,
            isNumber: true,
            cell: ({ prixDeVenteCents }) => euros(prixDeVenteCents),
          },
          {
            key: 'by',
            title: words.by,
            cell: price => {
              const auteur = entryOf(price)?.auteur
              if (auteur === undefined) return '–'
              return (
                <Anchor
                  component={Link}
                  href={pageAddress(`/journal?enregistrement=${record}&genre=product`)}
                  fz="inherit"
                >
                  {auteur}
                </Anchor>
              )
            },
          },
        ]}
      />
      <Text size="sm" c="dimmed">
        {words.authorsUnknown}
      </Text>
    </>
  )
}

/** The prices, oldest first, each at the day from which it applied. */
function History({ prices }: { prices: readonly Price[] }) {
  const words = useTexts(pageTexts)
  const { euros, day } = useFormats()
  const oldestFirst = useMemo(() => prices.toReversed(), [prices])
  const labels = useMemo(() => oldestFirst.map(({ depuis }) => day(depuis)), [oldestFirst, day])
  const series = useMemo(
    () => [{ label: words.price, values: oldestFirst.map(({ prixDeVenteCents }) => prixDeVenteCents) }],
    [oldestFirst, words],
  )
  return <Plot title={words.prices} labels={labels} series={series} format={euros} />
}
