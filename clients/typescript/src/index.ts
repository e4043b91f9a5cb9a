import createFetchClient, { type Client } from 'openapi-fetch'
import type { components, paths } from './interface.ts'

/** A client of a running platform: `GET`, `POST`, `PUT`, `PATCH` and `DELETE`, typed by path. */
export type Comptoir = Client<paths>

/** The shapes of the interface by name: `Shapes['Commande']`. */
export type Shapes = components['schemas']

export type Options = {
  /** Base address of the platform: `https://shop.example`. */
  url: string
  /** The customer's `accessToken`, once there is one: asked at every call. */
  token?: () => string | undefined
  /** An API key, which opens the routes of staff and internal tools. It is a secret: never in a browser. */
  key?: string | undefined
  /** Makes the calls; `fetch` by default. */
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

/** A refusal: an answer of 4xx or 5xx, with what the platform says of it. */
export class ComptoirError extends Error {
  readonly status: number
  /** Stable code of the refusal, listed in `docs/errors.md`. */
  readonly code: string | undefined
  /** After how many seconds the same call is worth another try, where the platform says so. */
  readonly retryAfterSeconds: number | undefined

  constructor(response: Response, refusal: unknown) {
    super(messageOf(refusal) ?? `${response.status} ${response.statusText}`)
    this.name = 'ComptoirError'
    this.status = response.status
    this.code = codeOf(refusal)
    const after = Number(response.headers.get('retry-after') ?? Number.NaN)
    this.retryAfterSeconds = Number.isFinite(after) ? after : undefined
  }
}

function codeOf(refusal: unknown): string | undefined {
  const isTold = typeof refusal === 'object' && refusal !== null && 'code' in refusal
  return isTold && typeof refusal.code === 'string' ? refusal.code : undefined
}

function messageOf(refusal: unknown): string | undefined {
  if (typeof refusal !== 'object' || refusal === null || !('message' in refusal)) return undefined
  return Array.isArray(refusal.message) ? refusal.message.join('; ') : String(refusal.message)
}

type Call<Data> = Promise<{ data?: Data; error?: unknown; response: Response }>

/** Returns the response; throws a ComptoirError if it is refused. */
export async function answerOf<Data>(call: Call<Data>): Promise<Data> {
  const { data, error, response } = await call
  if (!response.ok) throw new ComptoirError(response, error)
  // An answer of 2xx has the data that its type says: none, for 204.
  return data as Data
}
