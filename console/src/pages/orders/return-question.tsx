import { Checkbox, Group, NumberInput, Select, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { answerOf, api, type Shapes } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Question } from '../../parts/question.tsx'
import { useCallKey } from '../../sales/call-key.ts'
import { unitsCost } from '../../sales/units.ts'
import type { Withdrawal } from '../../sales/withdrawals.tsx'
import { moveTexts } from './move-texts.ts'
import { netPaidCents } from './moves.ts'

const sumOf = (numbers: number[]) => numbers.reduce((sum, each) => sum + each, 0)

/** Whether a withdrawal names every unit of the order. */
const isOfWholeOrder = ({ articles }: Withdrawal, ordered: Shapes['DossierCommande']['articlesCommandes']) =>
  articles === null ||
  ordered.every(({ articleId, quantite }) => {
    const named = articles.filter(({ id }) => String(id) === articleId)
    return sumOf(named.map(each => each.quantite)) >= quantite
  })

/** Asks which articles were returned; the button shows the amount to refund. */
export function ReturnQuestion({
  file,
  withdrawals,
  onClose,
  onDone,
}: {
  file: Shapes['DossierCommande']
  withdrawals: readonly Withdrawal[]
  onClose: () => void
  onDone: () => unknown
}) {
  const texts = useTexts(moveTexts)
  const { euros, count, moment } = useFormats()
  const [units, setUnits] = useState<Record<string, number>>({})
  const [restock, setRestock] = useState(true)
  const [reason, setReason] = useState('')
  const accepted = withdrawals.filter(({ statut }) => statut === 'acceptee')
  // Goods that come back after a withdrawal usually belong to it.
  const [withdrawal, setWithdrawal] = useState(accepted[0] ? String(accepted[0].id) : '')
  const keyOf = useCallKey()
  const { ordreId, articlesCommandes } = file
  const wanted = articlesCommandes.map(article => ({ ...article, units: units[article.articleId] ?? 0 }))
  const cost = sumOf(wanted.map(({ retournables, units }) => unitsCost(retournables, units)))
  const kept = netPaidCents(file)
  const isDeliveryRefunded =
    (file.livraison.prixCents ?? 0) > 0 &&
    accepted.some(each => String(each.id) === withdrawal && isOfWholeOrder(each, articlesCommandes)) &&
    wanted.every(({ retournables, units }) => units === sumOf(retournables.map(each => each.quantite)))

  const confirm = () => {
    const body = {
      ordreId,
      articles: wanted
        .filter(({ units }) => units > 0)
        .map(({ articleId: id, units: quantite }) => ({ id, quantite })),
      remisEnStock: restock,
      dejaRetournes: sumOf(articlesCommandes.map(({ retournes }) => retournes)),
      ...(reason.trim() ? { motif: reason.trim() } : {}),
      ...(withdrawal ? { retractationId: Number(withdrawal) } : {}),
    }
    return answerOf(api.POST('/api/v1/privee/retours', { body, headers: keyOf(body) })).finally(onDone)
  }
  return (
    <Question
      opened
      onClose={onClose}
      title={texts.returnTitle}
      action={
        isDeliveryRefunded
          ? texts.returnDeliveryAction(euros(Math.min(cost, kept)))
          : texts.returnAction(euros(Math.min(cost, kept)))
      }
      onConfirm={confirm}
      isReady={wanted.some(({ units }) => units > 0)}
      isDangerous
    >
      <Stack gap="sm">
        {wanted.map(({ articleId, nom, retournables, units: chosen }) => {
          const most = sumOf(retournables.map(({ quantite }) => quantite))
          if (most === 0) return null
          return (
            <Group key={articleId} justify="space-between" wrap="nowrap" gap="sm">
              <NumberInput
                label={nom}
                description={texts.ordered(count(most))}
                value={chosen}
                onChange={value => setUnits({ ...units, [articleId]: Number(value) || 0 })}
                min={0}
                max={most}
                clampBehavior="strict"
                allowDecimal={false}
                w="100%"
              />
            </Group>
          )
        })}
        {cost > kept && <Text size="sm">{texts.lessLeft(euros(kept))}</Text>}
        {accepted.length > 0 && (
          <Select
            label={texts.withdrawal}
            description={texts.withdrawalHint}
            data={[
              ...accepted.map(({ id, recuLe }) => ({
                value: String(id),
                label: texts.withdrawalOf(moment(recuLe)),
              })),
              { value: '', label: texts.noWithdrawal },
            ]}
            value={withdrawal}
            onChange={value => setWithdrawal(value ?? '')}
            allowDeselect={false}
          />
        )}
        <Checkbox
          label={texts.restock}
          checked={restock}
          onChange={event => setRestock(event.currentTarget.checked)}
        />
        <Textarea
          label={texts.reason}
          value={reason}
          onChange={event => setReason(event.currentTarget.value)}
          maxLength={500}
          autosize
          minRows={2}
        />
      </Stack>
    </Question>
  )
}
