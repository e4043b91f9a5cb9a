import Type, { type Static } from 'typebox'
import { Id, Limit, Moment, Nullable, Page, Shape, Timestamp } from '../../platform/http/pages.ts'
import { SUSPENSION_REASONS } from '../webhook.ts'

const Url = Type.String({
  minLength: 1,
  maxLength: 2_000,
  description: 'An https address that is not private; COMPTOIR_WEBHOOK_NETWORKS lists exceptions',
  examples: ['https://erp.example/comptoir'],
})
const Description = Nullable(Type.String({ maxLength: 200 }))
const Types = Nullable(
  Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
    minItems: 1,
    maxItems: 100,
    uniqueItems: true,
    description: 'Queue names of the events to send; null for all events',
    examples: [['fidelite.commande-livree']],
  }),
)
const Secret = Type.String({
  description: 'Signing secret: `whsec_` followed by base64. Shown only in this response',
})

const webhook = {
  id: Id,
  url: Url,
  description: Description,
  types: Types,
  actif: Type.Boolean({ description: 'Whether events are sent to the webhook' }),
  suspenduPour: Nullable(
    Type.Enum(SUSPENSION_REASONS, {
      description:
        'Reason for the suspension: all deliveries failed for three days, or the receiver answered 410. Null if not suspended',
    }),
  ),
  suspenduLe: Nullable(Timestamp),
  enEchecDepuis: Nullable({
    ...Timestamp,
    description: 'Start of the current series of failed deliveries; null if there is none',
  }),
  ancienSecretJusquA: Nullable({
    ...Timestamp,
    description: 'Time until which the previous secret also signs; null if there is none',
  }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}

export const WebhookAnswer = Shape('Webhook', webhook)
export type Webhook = Static<typeof WebhookAnswer>

export const NewWebhook = Shape('NouveauWebhook', {
  url: Url,
  description: Type.Optional(Description),
  types: Type.Optional(Types),
})
export type NewWebhook = Static<typeof NewWebhook>

export const CreatedWebhook = Shape('WebhookCree', { ...webhook, secret: Secret })

export const WebhookChanges = Shape('ChangementWebhook', {
  ...NewWebhook.properties,
  url: Type.Optional(Url),
  actif: Type.Optional(Type.Boolean({ description: '`true` also ends a suspension' })),
})
export type WebhookChanges = Static<typeof WebhookChanges>

export const NewSecret = Shape('NouveauSecretWebhook', { secret: Secret, ancienSecretJusquA: Timestamp })

const delivery = {
  id: Id,
  webhookId: Id,
  messageId: Type.String({ description: 'Value of the `webhook-id` header, identical for every attempt' }),
  type: Type.String(),
  /** Pending, delivered, or given up. */
  statut: Type.Enum(['en_attente', 'livree', 'echouee'], { title: 'StatutLivraison' }),
  essais: Type.Integer({
    description: 'Number of attempts since the delivery was created or last repeated on request',
  }),
  prochainEssai: Nullable(Timestamp),
  codeHttp: Nullable(
    Type.Integer({ description: 'HTTP status of the last attempt; null if there was no response' }),
  ),
  reponse: Nullable(Type.String({ description: 'Beginning of the response body of the last attempt' })),
  derniereErreur: Nullable(Type.String({ description: 'Error of the last attempt; null if there was none' })),
  dureeMs: Nullable(Type.Integer()),
  createdAt: Timestamp,
  livreeLe: Nullable(Timestamp),
}

export const DeliveryAnswer = Shape('LivraisonWebhook', delivery)
/** `prochainEssai` is never null in the table; routes replace it with null if no attempt follows. */
export type Delivery = Static<typeof DeliveryAnswer>
export const DeliverySearch = Type.Object({
  statut: Type.Optional(delivery.statut),
  page: Page(),
  limit: Limit(20),
})
export type DeliverySearch = Static<typeof DeliverySearch>

export const DeliveryDetail = Shape('LivraisonWebhookEntiere', {
  ...delivery,
  corps: Type.Unknown({ description: 'Request body: `{type, timestamp, data}`' }),
})

export const Redelivery = Shape('DemandeRenvoi', {
  livraisonId: Type.Optional(Id),
  depuis: Type.Optional(
    Moment('Repeats all deliveries that were created since this time and failed for good'),
  ),
})
export type Redelivery = Static<typeof Redelivery>
