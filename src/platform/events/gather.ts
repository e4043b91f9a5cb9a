type Waiting<M> = {
  message: M
  settle: (rejected: boolean) => void
  fail: (error: unknown) => void
}

type Parts = {
  /** Messages that are taken in together, at most. */
  size: number
  /** How many such batches run at the same time. */
  atOnce: number
}

/**
 * Brings messages that come one by one together: while some are being taken in, the next gather. A message that finds
 * nothing at work waits for no other. Gives a function that tells whether its message was rejected.
 */
export function gather<M>({ size, atOnce }: Parts, take: (messages: M[]) => Promise<ReadonlySet<M>>) {
  const waiting: Waiting<M>[] = []
  let running = 0

  async function run(batch: Waiting<M>[]) {
    try {
      const rejected = await take(batch.map(({ message }) => message))
      for (const { message, settle } of batch) settle(rejected.has(message))
    } catch (error) {
      for (const { fail } of batch) fail(error)
    }
    running--
    start()
  }

  function start() {
    for (; running < atOnce && waiting.length > 0; running++) void run(waiting.splice(0, size))
  }

  return (message: M) =>
    new Promise<boolean>((settle, fail) => {
      waiting.push({ message, settle, fail })
      // Not at once: what came in the same packet goes in the same batch.
      if (waiting.length === 1) setImmediate(start)
    })
}
