import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { answerOf, api, type Shapes } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { Plot } from '../../parts/plot.tsx'
import { Section } from '../../sales/section.tsx'
import { pageTexts } from './page-texts.ts'

type Price = Shapes['PrixDeProduit']

/** The former prices of a product; a price without changes is a sentence instead of a plot. */
export function Prices({ productId }: { productId: number }) {
  const words = useTexts(pageTexts)
  const { euros, day } = useFormats()
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
            <History prices={[latest, ...former]} />
          ) : (
            <Text size="sm">{words.onePrice(euros(latest.prixDeVenteCents), day(latest.depuis))}</Text>
          ))
        }
      </Answer>
    </Section>
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
