/** What was read last, up to a weight in all. The process's own: what it holds is checked against the database. */
export class Memory<Value> {
  readonly #kept = new Map<string, { value: Value; weight: number }>()
  readonly #most: number
  #weight = 0

  constructor(most: number) {
    this.#most = most
  }

  get(key: string): Value | undefined {
    const entry = this.#kept.get(key)
    if (!entry) return undefined
    this.#kept.delete(key)
    this.#kept.set(key, entry)
    return entry.value
  }

  set(key: string, value: Value, weight = 1) {
    this.#forget(key)
    if (weight > this.#most / 10) return
    this.#kept.set(key, { value, weight })
    this.#weight += weight
    for (const eldest of this.#kept.keys()) {
      if (this.#weight <= this.#most) return
      this.#forget(eldest)
    }
  }

  #forget(key: string) {
    this.#weight -= this.#kept.get(key)?.weight ?? 0
    this.#kept.delete(key)
  }
}
