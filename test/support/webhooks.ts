import assert from 'node:assert/strict'
import { Webhook as Verifier } from 'standardwebhooks'
import { eventually } from './eventually.ts'
import type { TestPlatform } from './platform.ts'

export const PATH = '/api/v1/privee/webhooks'
/** Test receivers run on this machine, and a hanging one is abandoned after a second. */
export const SETTINGS = { COMPTOIR_WEBHOOK_NETWORKS: '127.0.0.0/8', COMPTOIR_WEBHOOK_SECONDS: '1' }

export type WebhookView = {
  id: number
  actif: boolean
  suspenduPour: string | null
  enEchecDepuis: string | null
  updatedAt: string
}
export type CreatedWebhook = WebhookView & { secret: string; url: string }
export type Delivery = {
  id: number
  messageId: string
  type: string
  statut: string
  essais: number
  codeHttp: number | null
  reponse: string | null
  derniereErreur: string | null
  prochainEssai: string | null
}

/** Returns the actions of administrators on webhooks. */
export const createWebhookActions = (shop: TestPlatform) => ({
  async make(url: string, types: string[] | null = null) {
    const { status, body } = await shop.call<CreatedWebhook>('POST', PATH, { url, types })
    assert.equal(status, 201, JSON.stringify(body))
    return body
  },
  read: async (id: number) => (await shop.call<WebhookView>('GET', `${PATH}/${id}`)).body,
  deliveries: async (id: number) =>
    (await shop.call<{ data: Delivery[]; total: number }>('GET', `${PATH}/${id}/livraisons`)).body.data,
  attempt: (id: number) => shop.call<Delivery>('POST', `${PATH}/${id}/essais`),
  redeliver: (id: number, body: object) =>
    shop.call<{ nombre: number }>('POST', `${PATH}/${id}/renvois`, body),
  /** Waits until `is` accepts the newest delivery, and returns that delivery. */
  newest: (id: number, what: string, is: (delivery: Delivery) => boolean) =>
    eventually(what, async () => {
      const [newest] = await createWebhookActions(shop).deliveries(id)
      return newest && is(newest) && newest
    }),
  note: (text: string) => shop.call('POST', '/api/publique/notes', { text }),
  /** Makes all pending deliveries due at once. */
  makeDue: (id: number) =>
    shop.platform.db.pg.query(
      `update accounts.livraison_webhook set "prochainEssai" = now() where "webhookId" = $1 and statut = 'en_attente'`,
      [id],
    ),
})

/** Verifies a message with the library of the specification's authors. Returns its contents, or throws. */
export const verifyMessage = (
  { secret }: { secret: string },
  { body, headers }: { body: string; headers: object },
) => new Verifier(secret).verify(body, headers as Record<string, string>)
