import type { FastifyContextConfig } from 'fastify'
import type { Static, TSchema } from 'typebox'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Whether another area may repeat the call after a server error or a lost response. A GET may always be repeated.
     */
    repeatable?: boolean
    /** The time limit of a call from another area, in milliseconds. After a timeout there is no retry. */
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

/** Returns a function that defines operations of one area: `const operation = createOperationFactory('area')`. */
export const createOperationFactory =
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

/** The statuses of an operation other than 2xx. */
export type ErrorStatus<Schema extends OperationSchema> = Exclude<Statuses<Schema>, Successes<Schema>>

/** A response: a success or one of the expected errors. */
export type AnswerOf<Schema extends OperationSchema, Expected extends ErrorStatus<Schema>> = {
  [Status in Successes<Schema> | Expected]: {
    status: Status
    body: Static<Responses<Schema>[Status]>
    /** Seconds, if the area sent Retry-After. */
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
  /** Overrides the operation's own limit. */
  timeoutMs?: number
  /**
   * The address of a caller on whose behalf the call is made, with their `credentials`. The platform's key is not sent,
   * so that the call gains no rights.
   */
  forwardedFor?: string | undefined
}

/** The input of a call. `query` may also be the parameters that a caller sent, to be forwarded unchanged. */
export type CallInput<Schema extends OperationSchema> = Params<Schema> &
  Query<Schema> &
  Body<Schema> &
  Options

/** The input of a call of any operation. */
export type AnyCallInput = Options & {
  params?: Record<string, string | number>
  query?: object
  body?: unknown
}
