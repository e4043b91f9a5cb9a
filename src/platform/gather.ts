/** A run that takes longer, because it waits for a lock perhaps, no longer holds up those that came after it. */
const SLOW_MS = 10

type Waiting<Item, Result> = {
  item: Item
  resolve: (result: Result) => void
  reject: (reason: unknown) => void
}

/**
 * Turns work on many items into work on one that is done in company: what comes while a run is under way goes together in
 * the next one, at most `most` at a time. Who is alone does not wait. `work` gives a result for each item, in their order;
 * when it throws, each item is tried alone, so that none fails through another's fault.
 */
export function gather<Item, Result>(
  most: number,
  work: (items: Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = []
  let busy = false

  async function run(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await work(batch.map(({ item }) => item))
      batch.forEach(({ resolve }, i) => void resolve(results[i]!))
    } catch (error) {
      if (batch.length === 1) return batch[0]!.reject(error)
      await Promise.all(batch.map(each => run([each])))
    }
  }

  function next(): void {
    busy = waiting.length > 0
    if (!busy) return
    let gone = false
    const goOn = () => {
      if (!gone) next()
      gone = true
    }
    const slow = setTimeout(goOn, SLOW_MS)
    void run(waiting.splice(0, most)).finally(() => {
      clearTimeout(slow)
      goOn()
    })
  }

  return item =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!busy) next()
    })
}
