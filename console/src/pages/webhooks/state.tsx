import { Badge } from '@mantine/core'
import { useTexts } from '../../language/language.tsx'
import { deliveryTexts, webhookTexts } from './texts.ts'
import type { DeliveryStatus, Webhook } from './webhooks.ts'

const look = { variant: 'light', tt: 'none', miw: 'max-content' } as const
const COLOURS = { en_attente: 'blue', livree: 'teal', echouee: 'red' } as const

export function WebhookState({ of }: { of: Webhook }) {
  const texts = useTexts(webhookTexts)
  const colour = of.actif ? 'teal' : of.suspenduPour ? 'red' : 'gray'
  return (
    <Badge {...look} color={colour}>
      {of.actif ? texts.active : texts.paused}
    </Badge>
  )
}

export function DeliveryState({ of }: { of: DeliveryStatus }) {
  const texts = useTexts(deliveryTexts)
  return (
    <Badge {...look} color={COLOURS[of]}>
      {texts[of]}
    </Badge>
  )
}
