/** Which connection a read takes: one of its own, or one that point reads share. */
export type Way = 'own' | 'shared'

type Options = {
  /** Run by name, parsed and planned once a connection. */
  prepared: boolean
  way: Way
  /** Whether the replica may answer, if there is one. */
  mayLag: boolean
}
const DEFAULTS: Options = { prepared: true, way: 'own', mayLag: false }

/**
 * A statement or a piece of one, written as a tagged template: values become parameters, pieces are spliced in.
 * `Row` is the shape of a row that it returns.
 */
export class Sql<Row = unknown> {
  declare readonly row: Row
  readonly chunks: readonly string[]
  readonly values: readonly unknown[]
  readonly options: Options

  constructor(chunks: readonly string[], values: readonly unknown[], options: Options = DEFAULTS) {
    this.chunks = chunks
    this.values = values
    this.options = options
  }

  get text() {
    const [first = '', ...others] = this.chunks
    let text = first
    others.forEach((chunk, i) => {
      text += `$${i + 1}${chunk}`
    })
    return text
  }

  #with(options: Partial<Options>) {
    return new Sql<Row>(this.chunks, this.values, { ...this.options, ...options })
  }

  /** The same statement, not prepared: for lists whose filters make each text a new one. */
  unprepared() {
    return this.#with({ prepared: false })
  }

  /** The same statement as a point read, of a few rows by their key: such reads share connections (connections.ts). */
  pointRead() {
    return this.#with({ way: 'shared' })
  }

  /** The same statement, answered by the replica, if there is one: the answer may be a moment old. */
  fromReplica() {
    return this.#with({ mayLag: true })
  }
}

export function sql<Row = unknown>(strings: TemplateStringsArray, ...parts: unknown[]): Sql<Row> {
  const chunks: string[] = []
  const values: unknown[] = []
  let prepared = true
  let open = strings[0] ?? ''
  parts.forEach((part, i) => {
    const next = strings[i + 1] ?? ''
    if (!(part instanceof Sql)) {
      values.push(part)
      chunks.push(open)
      open = next
      return
    }
    prepared &&= part.options.prepared
    for (const [k, chunk] of part.chunks.entries()) {
      if (k === 0) open += chunk
      else {
        chunks.push(open)
        open = chunk
      }
    }
    values.push(...part.values)
    open += next
  })
  chunks.push(open)
  return new Sql<Row>(chunks, values, prepared ? DEFAULTS : { ...DEFAULTS, prepared })
}

/** Text that is SQL already. Never text from outside. */
sql.raw = (text: string) => new Sql([text], [])

/** A quoted name of a column or table. */
sql.identifier = (name: string) => new Sql([`"${name.replaceAll('"', '""')}"`], [])

/** Pieces one after another, `separator` between them. */
sql.join = (pieces: readonly Sql[], separator = ', '): Sql =>
  pieces.reduce((joined, piece) => sql`${joined}${sql.raw(separator)}${piece}`)

/** A value stored as JSON. An array needs this: a bare one is sent as a PostgreSQL array. */
sql.json = (value: unknown) => JSON.stringify(value)

sql.empty = new Sql([''], [])
