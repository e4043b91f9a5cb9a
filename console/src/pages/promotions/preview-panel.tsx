import { Alert, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import type { Shapes } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { ErrorAlert } from '../../parts/error-alert.tsx'
import { TrialBasket, useTrialBasket } from '../../sales/trial-basket.tsx'
import { usePreview } from './preview.ts'
import type { NewPromotion } from './promotions.ts'
import { previewTexts } from './texts.ts'

type Preview = Shapes['ApercuPanier']

/** A basket, and its price with the promotion as currently edited. */
export function PreviewPanel({
  promotion,
  promotionId,
  isReady,
}: {
  promotion: NewPromotion
  promotionId: number | null
  isReady: boolean
}) {
  const texts = useTexts(previewTexts)
  const { euros } = useFormats()
  const basket = useTrialBasket()
  const { lines } = basket
  const [client, setClient] = useState('')
  const preview = usePreview({ promotion, promotionId, lines, client }, isReady)
  const costOf = (basket: 'sans' | 'avec', id: string) => {
    const found = preview.data?.[basket].lignes.find(line => String(line.id) === id)
    return found ? euros(found.totalCents) : '…'
  }
  return (
    <Paper withBorder p="md" className="preview" component="section" aria-label={texts.title}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {texts.title}
        </Title>
        <Text size="sm" c="dimmed">
          {texts.hint}
        </Text>
        {promotion.idClient && (
          <TextInput
            label={texts.client}
            value={client}
            onChange={event => setClient(event.currentTarget.value)}
          />
        )}
        <TrialBasket
          basket={basket}
          columns={[
            { title: texts.without, cell: ({ id }) => costOf('sans', id) },
            { title: texts.with, cell: ({ id }) => costOf('avec', id) },
          ]}
        >
          {preview.data && <Totals preview={preview.data} />}
        </TrialBasket>
        {preview.error && <ErrorAlert error={preview.error} />}
        {preview.data && lines.length > 0 && <Verdict preview={preview.data} promotion={promotion} />}
      </Stack>
    </Paper>
  )
}

function Totals({ preview: { sans, avec } }: { preview: Preview }) {
  const texts = useTexts(previewTexts)
  const { euros } = useFormats()
  return (
    <tfoot>
      <tr>
        <th scope="row">{texts.total}</th>
        <td className="number">{euros(sans.totalCents)}</td>
        <td className="number">{euros(avec.totalCents)}</td>
        <td />
      </tr>
    </tfoot>
  )
}

/** Effect of the promotion on the basket in a sentence, or the reason why it has none. */
function Verdict({ preview, promotion }: { preview: Preview; promotion: NewPromotion }) {
  const texts = useTexts(previewTexts)
  const { euros, moment } = useFormats()
  const { sans, avec, promotionId } = preview
  const saved = sans.totalCents - avec.totalCents
  const others = avec.remises.filter(remise => remise.promotionId !== promotionId)
  const why = () => {
    if (promotion.typePromotion === 'LIVRAISON_OFFERTE') return texts.deliveryOnly
    if (promotion.autoAppliquee === false) return texts.notByItself
    if (promotion.idMagasin || !promotion.applicationsConcernees?.includes('E-COMMERCE'))
      return texts.notOnline
    return others.length > 0 ? `${texts.nothing} ${texts.better}` : texts.nothing
  }
  return (
    <Stack gap="xs">
      <Alert color={saved > 0 ? 'teal' : 'gray'} role="status">
        {saved > 0 ? texts.saves(euros(saved)) : why()}
      </Alert>
      {others.length > 0 && (
        <Text size="sm" c="dimmed">
          {texts.others}{' '}
          {others
            .map(
              ({ description, promotionId, montantCents }) =>
                `${description || promotionId} (−${euros(montantCents)})`,
            )
            .join(', ')}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {texts.at(moment(preview.moment))}
      </Text>
    </Stack>
  )
}
