import { SingleBar } from 'cli-progress'

export const formatMegabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

/** Shows a progress bar on a terminal, followed by `whole` once all bytes are done. */
export function showProgress(what: string, whole = '') {
  const format = `${what} {bar} {percentage}% of {size}, {duration_formatted}{after}`
  const bar = new SingleBar({ format, noTTYOutput: false })
  bar.start(1, 0, { size: '…', after: '' })
  let sum = 0
  return {
    total(bytes: number) {
      bar.setTotal(Math.max(bytes, 1))
      bar.update(0, { size: formatMegabytes(bytes) })
    },
    done(bytes: number) {
      sum += bytes
      bar.update(sum, sum >= bar.getTotal() ? { after: whole } : {})
    },
    end: () => bar.stop(),
  }
}
