import { Checkbox, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { answerOf, api } from '../api/client.ts'
import { useFormats } from '../language/formats.ts'
import { defineTexts, useLanguage, useTexts } from '../language/language.tsx'
import { Question } from '../parts/question.tsx'
import { formatCents, parseCents } from './amount.ts'
import { useCallKey } from './call-key.ts'
import { eurosOf } from './cents.ts'

const refundTexts = defineTexts({
  fr: {
    title: 'Rembourser un paiement',
    lines: 'Articles à rembourser (facultatif)',
    linesHint: 'Cocher des articles calcule le montant, que vous pouvez changer',
    before: (nom: string) => `${nom}, déjà remboursé`,
    amount: 'Montant à rendre, en euros',
    reason: 'Motif (facultatif)',
    reasonHint: 'Votre équipe le lit dans l’historique',
    left: (left: string, paid: string) => `Il reste ${left} à rembourser sur ${paid} payés.`,
    back: 'L’argent retourne sur le moyen de paiement du client. Un remboursement ne se reprend pas.',
    cash: 'Ce paiement a été fait en espèces : rendez le montant au client.',
    action: (amount: string) => `Rembourser ${amount}`,
    tooMuch: (left: string) => `Au plus ${left}`,
    noAmount: 'Un montant comme 12,50',
  },
  en: {
    title: 'Refund a payment',
    lines: 'Items to refund (optional)',
    linesHint: 'Selecting items calculates the amount, which you can change',
    before: (nom: string) => `${nom}, already refunded`,
    amount: 'Amount to refund, in euros',
    reason: 'Reason (optional)',
    reasonHint: 'Visible to your team in the history',
    left: (left: string, paid: string) => `${left} of the ${paid} paid can still be refunded.`,
    back: 'The money is refunded by the original payment method. A refund cannot be undone.',
    cash: 'This was paid in cash: hand the amount to the customer.',
    action: (amount: string) => `Refund ${amount}`,
    tooMuch: (left: string) => `At most ${left}`,
    noAmount: 'Enter an amount such as 12.50',
  },
})

const MAX_REASON = 500

export type Refundable = { transactionId: number; paidCents: number; refundedCents: number; isCash: boolean }

/**
 * Asks for the amount to refund. If another user refunded part of the payment meanwhile, the server refuses with a message.
 */
export function RefundQuestion({
  payment,
  lines = [],
  reasons = [],
  opened,
  onClose,
  onDone,
}: {
  payment: Refundable
  /** Lines of the order, of which the user may choose some. */
  lines?: readonly { nom: string; totalCents: number }[]
  /** The reasons of earlier refunds, which name the lines that were chosen. */
  reasons?: readonly string[]
  opened: boolean
  onClose: () => void
  onDone: () => unknown
}) {
  const { transactionId, paidCents, refundedCents, isCash } = payment
  const texts = useTexts(refundTexts)
  const { language } = useLanguage()
  const { euros } = useFormats()
  const leftCents = paidCents - refundedCents
  const [typed, setTyped] = useState<string>()
  const [reason, setReason] = useState('')
  const [chosen, setChosen] = useState<string[]>([])
  const keyOf = useCallKey()
  const format = (cents: number) => formatCents(cents, language === 'fr' ? ',' : '.')
  const amount = typed ?? format(leftCents)
  const cents = parseCents(amount) ?? 0
  const isFit = cents > 0 && cents <= leftCents

  async function refund() {
    const body = {
      ...{ transactionId, montant: eurosOf(cents), dejaRembourse: eurosOf(refundedCents), source: 'console' },
      ...(reason.trim() ? { motif: reason.trim() } : {}),
    }
    try {
      await answerOf(api.POST('/api/publique/paiement/refund', { body, headers: keyOf(body) }))
    } finally {
      // Also after a refusal, because another user may have refunded first.
      onDone()
    }
    setTyped(undefined)
    setReason('')
    setChosen([])
  }

  const namesOf = (places: string[]) =>
    places
      .map(place => lines[Number(place)]?.nom)
      .join(', ')
      .slice(0, MAX_REASON)
  function choose(places: string[]) {
    setChosen(places)
    if (reason === namesOf(chosen)) setReason(namesOf(places))
    const sum = places.reduce((cents, place) => cents + (lines[Number(place)]?.totalCents ?? 0), 0)
    setTyped(places.length > 0 ? format(Math.min(sum, leftCents)) : undefined)
  }

  return (
    <Question
      opened={opened}
      onClose={onClose}
      title={texts.title}
      action={texts.action(euros(cents))}
      onConfirm={refund}
      isReady={isFit}
      isDangerous
    >
      <Stack gap="sm">
        <Text size="sm">{texts.left(euros(leftCents), euros(paidCents))}</Text>
        {lines.length > 1 && (
          <Checkbox.Group label={texts.lines} description={texts.linesHint} value={chosen} onChange={choose}>
            <Stack gap="xs" mt="xs">
              {lines.map(({ nom, totalCents }, place) => (
                <Checkbox
                  key={place}
                  value={String(place)}
                  label={`${reasons.some(text => text.includes(nom)) ? texts.before(nom) : nom} : ${euros(totalCents)}`}
                />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
        <TextInput
          label={texts.amount}
          value={amount}
          onChange={event => setTyped(event.currentTarget.value)}
          inputMode="decimal"
          autoComplete="off"
          error={isFit ? undefined : cents > leftCents ? texts.tooMuch(euros(leftCents)) : texts.noAmount}
          data-autofocus
        />
        <Textarea
          label={texts.reason}
          description={texts.reasonHint}
          value={reason}
          onChange={event => setReason(event.currentTarget.value)}
          maxLength={MAX_REASON}
          autosize
          minRows={2}
        />
        <Text size="sm" c="dimmed">
          {isCash ? texts.cash : texts.back}
        </Text>
      </Stack>
    </Question>
  )
}
