/** Of a delivery: it waits for its next try, was taken, or is given up. */
export const STATUSES = ['en_attente', 'livree', 'echouee'] as const
export type DeliveryStatus = (typeof STATUSES)[number]

/** Why the platform stops sending: nothing was taken for three days; the receiver said that it is gone. */
export const SUSPENSIONS = ['echecs', 'disparu'] as const
export type Suspension = (typeof SUSPENSIONS)[number]

/** A row of accounts.webhook, but for its secrets. */
export type Webhook = {
  id: number
  url: string
  description: string | null
  types: string[] | null
  actif: boolean
  suspenduPour: Suspension | null
  suspenduLe: Date | null
  enEchecDepuis: Date | null
  ancienSecretJusquA: Date | null
  createdAt: Date
  updatedAt: Date
}

/** A row of accounts.livraison_webhook, with what is sent. */
export type Delivery = {
  id: number
  webhookId: number
  messageId: string
  type: string
  statut: DeliveryStatus
  essais: number
  prochainEssai: Date
  codeHttp: number | null
  reponse: string | null
  derniereErreur: string | null
  dureeMs: number | null
  createdAt: Date
  livreeLe: Date | null
}

/** More would make every event dear. */
export const MOST_WEBHOOKS = 50

/** The kind of the message by which staff try a webhook. No area announces it. */
export const TRIAL = 'comptoir.essai'

/** How long the secret before signs too. */
export const CHANGEOVER_MS = 86_400_000

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000]
/** What passes before each further try: ten tries in three days. */
const PAUSES = [
  ...[5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR],
  20 * HOUR,
]
/** Up to so much longer, so that what failed together does not come back together. */
const JITTER = 0.05

/** What passes after this many tries; undefined after the last. */
export function pauseAfter(tries: number): number | undefined {
  const pause = PAUSES[tries - 1]
  return pause && Math.round(pause * (1 + Math.random() * JITTER))
}

/** A webhook that has taken nothing for so long is paused. A delivery that nothing took is given up no sooner. */
export const FAILING_MS = PAUSES.reduce((sum, pause) => sum + pause, 0)
