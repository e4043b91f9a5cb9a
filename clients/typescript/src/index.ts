import createFetchClient, { type Client } from 'openapi-fetch'
import type { components, ErrorCode, paths } from './interface.ts'

export type { ErrorCode }

/** Typed client of a Comptoir server: `GET`, `POST`, `PUT`, `PATCH` and `DELETE`, typed by path. */
export type Comptoir = Client<paths>

/** Schemas of the interface by name: `Shapes['Commande']`. */
export type Shapes = components['schemas']

export type Options = {
  /** Base URL of the server: `https://shop.example`. */
  url: string
  /** Returns the customer's `accessToken`, or undefined without one; called for every request. */
  token?: () => string | undefined
  /** API key for the routes of staff and internal tools. It is a secret: never use it in a browser. */
  key?: string | undefined
  /** Sends the requests; `fetch` by default. */
  fetch?: (request: Request) => Promise<Response>
}

export function createComptoir({ url, token, key, fetch }: Options): Comptoir {
  const client = createFetchClient<paths>({
    baseUrl: url.replace(/\/+$/, ''),
    ...(fetch ? { fetch } : {}),
  })
  client.use({
    onRequest({ request }) {
      const given = token?.()
      if (given) request.headers.set('authorization', `Bearer ${given}`)
      if (key) request.headers.set('x-api-key', key)
      return request
    },
  })
  return client
}

/** An error response (4xx or 5xx), with the server's message. */
export class ComptoirError extends Error {
  readonly status: number
  /** Stable error code. A newer server may send one that this type does not list: treat it by its status. */
  readonly code: ErrorCode | undefined
  /** The correct amount if the call named another one, in the unit of the wrong field: cents or decimal euros. */
  readonly attendu: number | undefined
  /** The promotion code that `code-refuse` is about, and its status as in a basket. */
  readonly codePromotion: string | undefined
  readonly statut: string | undefined
  /** Seconds after which the call may be retried, if the server specifies it. */
  readonly retryAfterSeconds: number | undefined

  constructor(response: Response, refusal: unknown) {
    const { code, attendu, codePromotion, statut, message } = fieldsOf(refusal)
    super(messageOf(message) ?? `${response.status} ${response.statusText}`)
    this.name = 'ComptoirError'
    this.status = response.status
    this.code = typeof code === 'string' ? (code as ErrorCode) : undefined
    this.attendu = typeof attendu === 'number' ? attendu : undefined
    this.codePromotion = typeof codePromotion === 'string' ? codePromotion : undefined
    this.statut = typeof statut === 'string' ? statut : undefined
    const after = Number(response.headers.get('retry-after') ?? Number.NaN)
    this.retryAfterSeconds = Number.isFinite(after) ? after : undefined
  }
}

/** Returns the fields of an error body; none if the body is not an object, for example because a proxy sent it. */
const fieldsOf = (refusal: unknown): Record<string, unknown> =>
  typeof refusal === 'object' && refusal !== null ? { ...refusal } : {}

const messageOf = (message: unknown): string | undefined =>
  message === undefined ? undefined : [message].flat().join('; ')

type Call<Data> = Promise<{ data?: Data; error?: unknown; response: Response }>

/** Returns the data of a successful response; throws a ComptoirError for an error response. */
export async function answerOf<Data>(call: Call<Data>): Promise<Data> {
  const { data, error, response } = await call
  if (!response.ok) throw new ComptoirError(response, error)
  // A 2xx response has the data that its type declares: none for 204.
  return data as Data
}
