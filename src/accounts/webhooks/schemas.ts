import Type, { type Static } from 'typebox'
import { Id, Limit, Moment, Nullable, Page, Shape, Timestamp } from '../../platform/http/pages.ts'
import { STATUSES, SUSPENSIONS } from '../webhook.ts'

const Url = Type.String({
  minLength: 1,
  maxLength: 2_000,
  description: 'https alone, and no private address, unless COMPTOIR_WEBHOOK_NETWORKS names it',
  examples: ['https://erp.example/comptoir'],
})
const Description = Nullable(Type.String({ maxLength: 200 }))
const Types = Nullable(
  Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
    minItems: 1,
    maxItems: 100,
    uniqueItems: true,
    description: 'The events that it gets, by their queues; null: all of them',
    examples: [['fidelite.commande-livree']],
  }),
)
const Secret = Type.String({ description: '`whsec_` and base64: what signs. It is shown this once' })

const webhook = {
  id: Id,
  url: Url,
  description: Description,
  types: Types,
  actif: Type.Boolean({ description: 'Whether anything is sent' }),
  suspenduPour: Nullable(
    Type.Enum([...SUSPENSIONS], {
      description: 'Why the platform stopped: nothing was taken for three days, or the receiver answered 410',
    }),
  ),
  suspenduLe: Nullable(Timestamp),
  enEchecDepuis: Nullable({ ...Timestamp, description: 'Since when nothing was taken of what was sent' }),
  ancienSecretJusquA: Nullable({ ...Timestamp, description: 'Until when the secret before signs too' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}

export const WebhookShown = Shape('Webhook', webhook)
export type Webhook = Static<typeof WebhookShown>

export const NewWebhook = Shape('NouveauWebhook', {
  url: Url,
  description: Type.Optional(Description),
  types: Type.Optional(Types),
})
export type NewWebhook = Static<typeof NewWebhook>

export const MadeWebhook = Shape('WebhookCree', { ...webhook, secret: Secret })

export const WebhookChanges = Shape('ChangementWebhook', {
  url: Type.Optional(Url),
  description: Type.Optional(Description),
  types: Type.Optional(Types),
  actif: Type.Optional(Type.Boolean({ description: 'true also ends a suspension' })),
})
export type WebhookChanges = Static<typeof WebhookChanges>

export const NewSecret = Shape('NouveauSecretWebhook', { secret: Secret, ancienSecretJusquA: Timestamp })

const delivery = {
  id: Id,
  webhookId: Id,
  messageId: Type.String({ description: 'What `webhook-id` says: the same for every try' }),
  type: Type.String(),
  statut: Type.Enum([...STATUSES], { title: 'StatutLivraison' }),
  essais: Type.Integer({ description: 'Since it was noted, or last asked for again' }),
  prochainEssai: Nullable(Timestamp),
  codeHttp: Nullable(Type.Integer({ description: 'What the last try was answered' })),
  reponse: Nullable(Type.String({ description: 'The beginning of that answer' })),
  derniereErreur: Nullable(Type.String({ description: 'Why the last try was no success' })),
  dureeMs: Nullable(Type.Integer()),
  createdAt: Timestamp,
  livreeLe: Nullable(Timestamp),
}

export const DeliveryShown = Shape('LivraisonWebhook', delivery)
/** `prochainEssai` is never null in the table; routes hide it if no attempt follows. */
export type Delivery = Static<typeof DeliveryShown>
export const DeliverySearch = Type.Object({
  statut: Type.Optional(delivery.statut),
  page: Page(),
  limit: Limit(20),
})
export type DeliverySearch = Static<typeof DeliverySearch>

export const WholeDelivery = Shape('LivraisonWebhookEntiere', {
  ...delivery,
  corps: Type.Unknown({ description: 'What is sent: `{type, timestamp, data}`' }),
})

export const Redelivery = Shape('DemandeRenvoi', {
  livraisonId: Type.Optional(Id),
  depuis: Type.Optional(Moment('All that were given up and noted since')),
})
export type Redelivery = Static<typeof Redelivery>
