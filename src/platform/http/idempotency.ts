import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import type { DatabasePool, Tx } from '../database/database.ts'
import { createCipher, createKeyedHash } from '../encryption.ts'
import type { Log } from '../log.ts'
import { Problem } from '../problem.ts'
import { withoutChanges } from '../trace.ts'
import { sessionOf } from './agent.ts'
import { type Claim, claimKey, type Key, storeAnswer } from './idempotency-store.ts'
import { createClaimRelease } from './release-claims.ts'

/** Stores the response of a creation in the transaction of the creation, for a retry with the same key. */
export type Remember = (tx: Tx, statusCode: number, answer: unknown) => Promise<unknown>

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The route accepts an Idempotency-Key; its handler passes the response to `request.remember` inside its transaction.
     */
    idempotent?: boolean
    /** Sends a remembered response of an `idempotent` route that is not the JSON that the handler remembered. */
    replay?: (reply: FastifyReply, answer: unknown) => FastifyReply
  }
  interface FastifyRequest {
    remember: Remember
  }
}

/** Longer than any call lasts. Afterwards, a call whose process died no longer blocks its key. */
const RUNNING_MS = 60_000

/** The key alone identifies an anonymous caller, so it must not be guessable. */
const ANONYMOUS_LENGTH = 20

const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : value !== null && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, item]) => [key, sorted(item)]),
        )
      : value

const storeNothing: Remember = async () => {}

export function handleIdempotencyKeys(
  app: FastifyInstance,
  { db, clock, log, secret }: { db: DatabasePool; clock: Clock; log: Log; secret: string },
) {
  // Keyed, because a body may contain a secret number, which a plain hash would reveal to anyone who tries all values.
  const keyedHash = createKeyedHash(secret, 'idempotency hash')
  const hash = (value: unknown) => keyedHash(JSON.stringify(sorted(value)) ?? '').toString('base64url')
  // A response may contain values that are stored nowhere else, such as a token.
  const cipher = createCipher([secret], 'idempotency answers')
  const contextOf = ({ route, caller, key }: Key) => JSON.stringify([route, caller, key])
  const callerOf = (request: FastifyRequest) => {
    const { 'x-api-key': key = null, authorization = null } = request.headers
    const session = sessionOf(request)
    return hash(session === undefined ? [key, authorization] : [key, authorization, session])
  }

  const { release, releaseLater, stop } = createClaimRelease({ db, clock, log })
  app.addHook('onClose', async () => stop())

  const claims = new WeakMap<FastifyRequest, Claim & { stored: boolean }>()
  app.decorateRequest('remember', storeNothing)
  app.addHook('onRoute', route => {
    if (!route.config?.idempotent) return
    route.preHandler = [route.preHandler ?? [], claimOrReplay].flat()
    route.onSend = [route.onSend ?? [], storeOrRelease].flat()
  })

  async function insertClaim(claim: Parameters<typeof claimKey>[1]) {
    let begun = false
    try {
      return await withoutChanges(() =>
        db.transaction(tx => {
          begun = true
          return claimKey(tx, claim)
        }),
      )
    } catch (error) {
      // The commit may have taken effect although its connection broke.
      if (begun) releaseLater(claim)
      throw error
    }
  }

  async function claimOrReplay(request: FastifyRequest, reply: FastifyReply) {
    const key = request.headers['idempotency-key']
    if (key === undefined) return
    if (typeof key !== 'string' || key.length > 255 || key === '')
      throw new Problem(
        400,
        'cle-idempotence-invalide',
        `Idempotency-Key must have 1 to 255 characters; it has ${key.length}`,
      )
    const { trusted, token } = request.caller
    if (!trusted && !token && key.length < ANONYMOUS_LENGTH)
      throw new Problem(
        400,
        'cle-idempotence-invalide',
        `Without an API key or token, Idempotency-Key must have at least ${ANONYMOUS_LENGTH} characters`,
      )
    const now = clock.now()
    const real = clock.toReal(now)
    const claim = {
      route: `${request.method} ${request.routeOptions.url}`,
      caller: callerOf(request),
      // Hashed, because callers may derive their keys from personal data such as a name.
      key: hash(key),
      owner: randomUUID(),
      runningUntil: new Date(real.getTime() + RUNNING_MS),
      stored: false,
    }
    const bodyHash = hash([request.params, request.body ?? null])
    const earlier = await insertClaim({ ...claim, bodyHash, now, real })
    if (!earlier) {
      claims.set(request, claim)
      request.remember = async (tx, status, answer) => {
        claim.stored = true
        const sealed = cipher.seal(JSON.stringify(answer), contextOf(claim))
        // The key was released or has expired, so another call may have it: only one of them may commit.
        if ((await storeAnswer(tx, claim, status, sealed)) === 0)
          throw new Problem(
            503,
            'service-indisponible',
            'The call took too long and lost its Idempotency-Key',
          )
      }
      return
    }
    if (earlier.bodyHash !== bodyHash)
      throw new Problem(422, 'cle-idempotence-reutilisee', 'This Idempotency-Key was used with another body')
    if (earlier.status === null)
      throw new Problem(
        409,
        'cle-idempotence-en-cours',
        'The first call with this Idempotency-Key is still running',
      )
    const answer = cipher.open(earlier.answer, contextOf(claim))
    const { replay } = request.routeOptions.config
    reply.code(earlier.status).header('idempotent-replay', 'true')
    if (replay && earlier.status < 400) return replay(reply, JSON.parse(answer))
    return reply
      .type('application/json; charset=utf-8')
      .serializer((text: unknown) => text as string)
      .send(answer)
  }

  // A refusal changed nothing, so it can be stored after the work. 400, 429 and 5xx release the key for another
  // attempt.
  async function storeOrRelease(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
    const claim = claims.get(request)
    if (!claim) return payload
    const { statusCode } = reply
    const isRule = statusCode > 400 && statusCode < 500 && statusCode !== 429
    if (isRule && typeof payload === 'string') {
      const sealed = cipher.seal(payload, contextOf(claim))
      await withoutChanges(() => db.transaction(tx => storeAnswer(tx, claim, statusCode, sealed))).catch(
        error => {
          // The caller still gets the response: often the cause is that the database has just become unavailable.
          request.log.warn(
            { err: error },
            'A refusal could not be stored for its Idempotency-Key, which is released',
          )
          releaseLater(claim)
        },
      )
    } else if (statusCode >= 400 || !claim.stored) await release(claim)
    return payload
  }
}
