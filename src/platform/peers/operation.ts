import type { FastifyContextConfig } from 'fastify'
import type { Static, TSchema } from 'typebox'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Another area may ask it again when the answer is lost. A GET always may. */
    repeatable?: boolean
    /** Milliseconds that one try of another area may take. When they are over, it is not tried again. */
    timeoutMs?: number
  }
}

export type OperationSchema = {
  operationId: string
  summary: string
  description?: string
  params?: TSchema
  querystring?: TSchema
  body?: TSchema
  response: Record<number, TSchema>
}

/** An operation that other areas may call: the options of its route, without the handler. */
export type Operation<Area extends string = string, Schema extends OperationSchema = OperationSchema> = {
  readonly area: Area
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly config: FastifyContextConfig
  readonly schema: Schema
}

/** Declares the operations of one area: `const operation = operationsOf('area')`. */
export const operationsOf =
  <const Area extends string>(area: Area) =>
  <Schema extends OperationSchema>(
    parts: Omit<Operation<Area, Schema>, 'area'>,
  ): Operation<Area, Schema> => ({
    area,
    ...parts,
  })

type Responses<Schema extends OperationSchema> = Schema['response']
type Statuses<Schema extends OperationSchema> = keyof Responses<Schema> & number
type Successes<Schema extends OperationSchema> = {
  [Status in Statuses<Schema>]: `${Status}` extends `2${string}` ? Status : never
}[Statuses<Schema>]

/** The statuses that say no. */
export type Refusals<Schema extends OperationSchema> = Exclude<Statuses<Schema>, Successes<Schema>>

/** An answer: one of the successes, or of the expected refusals. */
export type AnswerOf<Schema extends OperationSchema, Expected extends Refusals<Schema>> = {
  [Status in Successes<Schema> | Expected]: {
    status: Status
    body: Static<Responses<Schema>[Status]>
    /** Seconds, where the area says so. */
    retryAfter?: number | undefined
  }
}[Successes<Schema> | Expected]

type Params<Schema> = Schema extends { params: infer Shape extends TSchema }
  ? { params: Record<keyof Static<Shape>, string | number> }
  : object
type Query<Schema> = Schema extends { querystring: infer Shape extends TSchema }
  ? { query: Static<Shape> | URLSearchParams }
  : object
type Body<Schema> = Schema extends { body: infer Shape extends TSchema } ? { body: Static<Shape> } : object

type Options = {
  headers?: Record<string, string>
  /** In place of the operation's own limit. */
  timeoutMs?: number
  /** The address of a caller whose call is handed on, with their `credentials`: the platform's own key is left out, so that it gains no rights. */
  forwardedFor?: string | undefined
}

/** The input of a call. Query parameters may also be forwarded as a caller wrote them. */
export type Given<Schema extends OperationSchema> = Params<Schema> & Query<Schema> & Body<Schema> & Options

/** The same, of an operation whatever it is. */
export type AnyGiven = Options & { params?: Record<string, string | number>; query?: object; body?: unknown }
