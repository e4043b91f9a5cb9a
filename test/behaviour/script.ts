/**
 * Braces contain the name of a saved value, such as `{ordre}`, in an address or a text. A text that consists of the
 * braces alone becomes the value with its type, such as a number.
 */
export type Call = {
  /** Method and address, such as `GET /api/products?limit=2`. */
  call: string
  /** Sent as JSON, or as plain text if it is a string. */
  body?: unknown
  /** Sent as a web form. */
  form?: Record<string, string>
  /** Sent as the file of an import: JSON, or CSV if it is a string. */
  file?: unknown[] | string
  /** Sent as the picture of an upload, from base64. */
  image?: string
  headers?: Record<string, string>
  /** `admin` when absent; `nobody`; `wrong`, an invalid key; else the name of a saved bearer token. */
  as?: string
  /**
   * Names for values of the response: a path in its JSON, `header:name`, or the first group of an expression with a
   * match in the response, the events, the mails or the webhooks of the call.
   */
  save?: Record<string, string | RegExp>
  /** The response never ends: only its beginning is read. */
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
  /** Publishes an event on this queue, as the area or application that sends it would. */
  | { event: string; body: unknown }
