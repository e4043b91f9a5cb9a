import { SingleBar } from 'cli-progress'

/** A bar on a terminal, and, once all is sent, the time that the server has been at it. */
export function showProgress(kind: string, size: number, told: string) {
  const bar = new SingleBar({
    format: `${kind} {bar} {percentage}% of {told}{after}`,
    noTTYOutput: false,
  })
  bar.start(size, 0, { told, after: '' })
  const start = performance.now()
  let sent = 0
  const ticking = setInterval(() => {
    const seconds = Math.round((performance.now() - start) / 1000)
    if (sent >= size) bar.update(sent, { after: `, sent; the server takes it in: ${seconds} s` })
  }, 1_000)
  return {
    sent(more: number) {
      sent += more
      bar.update(sent)
    },
    end() {
      clearInterval(ticking)
      bar.stop()
    },
  }
}
