import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { answerOf, api, ignoreNotFound, type Shapes } from '../../api/client.ts'

export type Webhook = Shapes['Webhook']
export type Delivery = Shapes['LivraisonWebhook']
export type DeliveryStatus = Delivery['statut']
export type WebhookForm = Shapes['NouveauWebhook']

export const WEBHOOKS = ['webhooks']
export const LIMIT = 20
const PATH = '/api/v1/privee/webhooks'

const of = (id: number) => ({ path: { id } })

export const useWebhooks = (page: number) =>
  useQuery({
    queryKey: [...WEBHOOKS, 'page', page],
    queryFn: () => answerOf(api.GET(PATH, { params: { query: { page, limit: LIMIT } } })),
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  })

/** The webhook; null if it does not exist. */
export const useWebhook = (id: number) =>
  useQuery({
    queryKey: [...WEBHOOKS, id],
    queryFn: async () =>
      (await ignoreNotFound(answerOf(api.GET(`${PATH}/{id}`, { params: of(id) })))) ?? null,
    refetchInterval: 5_000,
  })

export const useEventTypes = () =>
  useQuery({
    queryKey: ['event-types'],
    queryFn: async () => (await answerOf(api.GET('/api/v1/privee/types-evenements', {}))).types,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The deliveries of a webhook, polled because a pending one usually completes within seconds. */
export const useDeliveries = (id: number, statut: DeliveryStatus | undefined, page: number) =>
  useQuery({
    queryKey: [...WEBHOOKS, id, 'deliveries', statut, page],
    queryFn: () => {
      const query = { page, limit: LIMIT, ...(statut && { statut }) }
      return answerOf(api.GET(`${PATH}/{id}/livraisons`, { params: { ...of(id), query } }))
    },
    placeholderData: keepPreviousData,
    refetchInterval: 3_000,
  })

export const useDelivery = (id: number, livraisonId: number) =>
  useQuery({
    queryKey: [...WEBHOOKS, id, 'delivery', livraisonId],
    queryFn: () =>
      answerOf(api.GET(`${PATH}/{id}/livraisons/{livraisonId}`, { params: { path: { id, livraisonId } } })),
    refetchInterval: 3_000,
  })

export const createWebhook = (body: WebhookForm) => answerOf(api.POST(PATH, { body }))

/** Changes a webhook that is unchanged since it was read; 412 if another user saved first. */
export const changeWebhook = ({ id, updatedAt }: Webhook, body: Shapes['ChangementWebhook']) =>
  answerOf(
    api.PATCH(`${PATH}/{id}`, { params: { ...of(id), header: { 'If-Match': `"${updatedAt}"` } }, body }),
  )

export const deleteWebhook = (id: number) => answerOf(api.DELETE(`${PATH}/{id}`, { params: of(id) }))

export const rotateSecret = (id: number) => answerOf(api.POST(`${PATH}/{id}/secrets`, { params: of(id) }))

export const testWebhook = (id: number) => answerOf(api.POST(`${PATH}/{id}/essais`, { params: of(id) }))

export const redeliver = (id: number, body: Shapes['DemandeRenvoi']) =>
  answerOf(api.POST(`${PATH}/{id}/renvois`, { params: of(id), body }))
