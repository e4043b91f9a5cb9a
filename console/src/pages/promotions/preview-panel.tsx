import { ActionIcon, Alert, NumberInput, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import type { Shapes } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { ErrorAlert } from '../../parts/error-alert.tsx'
import { usePreview, useTrialBasket } from './preview.ts'
import { ProductPicker } from './product-picker.tsx'
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
  const { lines, add, setQuantity, remove } = useTrialBasket()
  const [client, setClient] = useState('')
  const preview = usePreview({ promotion, promotionId, lines, client }, isReady)
  const costOf = (basket: 'sans' | 'avec', id: string) => {
    const found = preview.data?.[basket].lignes.find(line => String(line.id) === id)
    return found ? euros(found.totalCents) : '…'
  }
  return (
    <Paper withBorder p="md" className="promotion-preview" component="section" aria-label={texts.title}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {texts.title}
        </Title>
        <Text size="sm" c="dimmed">
          {texts.hint}
        </Text>
        <ProductPicker label={texts.add} onPick={add} />
        {promotion.idClient && (
          <TextInput
            label={texts.client}
            value={client}
            onChange={event => setClient(event.currentTarget.value)}
          />
        )}
        {lines.length === 0 && <Text size="sm">{texts.noArticles}</Text>}
        {lines.length > 0 && (
          <table className="basket-lines">
            <thead>
              <tr>
                <th scope="col">{texts.article}</th>
                <th scope="col" className="number">
                  {texts.without}
                </th>
                <th scope="col" className="number">
                  {texts.with}
                </th>
                <td />
              </tr>
            </thead>
            <tbody>
              {lines.map(({ id, name, quantity }) => (
                <tr key={id}>
                  <td>
                    {name}
                    <NumberInput
                      aria-label={texts.quantity(name)}
                      value={quantity}
                      onChange={value => setQuantity(id, Math.max(1, Number(value) || 1))}
                      min={1}
                      max={999}
                      size="xs"
                      w="4.5rem"
                    />
                  </td>
                  <td className="number">{costOf('sans', id)}</td>
                  <td className="number">{costOf('avec', id)}</td>
                  <td>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      onClick={() => remove(id)}
                      aria-label={texts.remove(name)}
                    >
                      ×
                    </ActionIcon>
                  </td>
                </tr>
              ))}
            </tbody>
            {preview.data && <Totals preview={preview.data} />}
          </table>
        )}
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
