type Options = {
  /** Whether it may be sent as a prepared statement, which a connection parses only once. */
  prepared: boolean
  /** Whether it runs on a connection that point reads share. */
  shared: boolean
  /** Whether the replica may serve it, if there is one. */
  mayLag: boolean
}
const DEFAULTS: Options = { prepared: true, shared: false, mayLag: false }

/**
 * A statement or a fragment of one, written as a tagged template: values become parameters, fragments are inlined.
 * `Row` is the type of the rows that the statement returns.
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

  /** Returns the statement without preparation, for lists whose filters make each text different. */
  unprepared() {
    return this.#with({ prepared: false })
  }

  /** Returns the statement as a point read, of a few rows by key. Point reads share connections (connections.ts). */
  pointRead() {
    return this.#with({ shared: true })
  }

  /** Returns the statement for the replica, if there is one. Its result may be slightly stale. */
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

/** Inserts text as SQL. Never pass external text. */
sql.raw = (text: string) => new Sql([text], [])

/**
 * `sql.constant`, `sql.page` and `sql.list` let PostgreSQL plan a prepared statement only once. It plans each execution if
 * plans for the actual parameters look cheaper: those for a page of 20, because for a parameter it assumes a tenth of all
 * rows, or for a list of one, because it assumes ten. In statements by key, planning takes longer than the execution.
 */

/** Inserts a number as SQL. */
sql.constant = (value: number) => sql.raw(String(value))

/** Other limits are parameters, so that callers cannot exhaust the names of prepared statements (`MAX_PREPARED`). */
const USUAL_LIMITS = [10, 20, 25, 50, 100]

/** Returns the clause `limit` and, unless it is 0, `offset`. */
sql.page = (limit: number, offset: number) => {
  const most = USUAL_LIMITS.includes(limit) ? sql.constant(limit) : limit
  return offset === 0 ? sql`limit ${most}` : sql`limit ${most} offset ${offset}`
}

/** Inserts a list of values of a PostgreSQL type, whose length the planner does not see. */
sql.list = (values: readonly unknown[], type: string) => {
  const array = sql.raw(`${type}[]`)
  return sql`(select ${values}::${array})::${array}`
}

/** Quotes the name of a column or table. */
sql.identifier = (name: string) => new Sql([`"${name.replaceAll('"', '""')}"`], [])

/** Joins fragments with `separator`. Throws for an empty list. */
sql.join = (pieces: readonly Sql[], separator = ', '): Sql =>
  pieces.reduce((joined, piece) => sql`${joined}${sql.raw(separator)}${piece}`)

/** Serializes a value for a JSON column. Arrays require it: pg sends a plain one as a PostgreSQL array. */
sql.json = (value: unknown) => JSON.stringify(value)

sql.empty = new Sql([''], [])
