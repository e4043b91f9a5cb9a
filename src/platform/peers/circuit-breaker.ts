/** So many calls in a row without an answer, and the other side counts as away. */
const MOST = 5

/** What is told at once, without a call: another one is trying. */
export const NOT_TRIED = new Error('It has not answered for a while')

export type CircuitBreaker = <T>(call: () => Promise<T>) => Promise<T>

/**
 * Runs calls to something that may be away or hang. Once several in a row got no answer, one call at a time goes on trying
 * and the others fail at once: who waits for what does not come holds a place that others need. The first answer ends that.
 */
export function createCircuitBreaker(): CircuitBreaker {
  let unanswered = 0
  let trying = false
  return async call => {
    const away = unanswered >= MOST
    if (away && trying) throw NOT_TRIED
    if (away) trying = true
    try {
      const answer = await call()
      unanswered = 0
      return answer
    } catch (error) {
      unanswered++
      throw error
    } finally {
      if (away) trying = false
    }
  }
}
