/** The latest responses, so that going back shows a page at once. */
const kept = new Map<string, unknown>()
const MOST = 60

export const getStoredAnswer = (key: string): unknown => kept.get(key)

export function storeAnswer(key: string, data: unknown) {
  kept.delete(key)
  kept.set(key, data)
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST) break
    kept.delete(oldest)
  }
}

/** Runs when a session begins or ends, because another customer may use the browser next. */
export const clearAnswers = () => kept.clear()
