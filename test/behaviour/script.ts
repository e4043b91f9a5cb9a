/** A saved value of an earlier answer stands in braces: `{ordre}` in an address or a text, or alone in place of a number. */
export type Call = {
  /** Method and address, such as `GET /api/products?limit=2`. */
  call: string
  /** Sent as JSON. */
  body?: unknown
  /** Sent as a web form. */
  form?: Record<string, string>
  /** Sent as the file of an import: JSON, or CSV when it is a text. */
  file?: unknown[] | string
  headers?: Record<string, string>
  /** `admin` when absent; `nobody`; `wrong`, an invalid key; else the name of a saved bearer token. */
  as?: string
  /** Names for values of the answer: a path in its JSON, `header:name`, or the first group of an expression in the answer, the events and the mails of the call. */
  save?: Record<string, string | RegExp>
  /** The answer never ends: only its beginning is read. */
  stream?: true
}

export type Step =
  | string
  | Call
  /** Runs the waiting jobs of this name now. */
  | { due: string }
  /** Runs this schedule now. */
  | { schedule: string }
  /** Advances the clock. */
  | { seconds: number }
  /** Publishes an event from outside. */
  | { event: string; body: unknown }
