import { effect, type Signal, signal } from '@preact/signals'

type Where = 'localStorage' | 'sessionStorage'

/**
 * Returns a signal stored in localStorage and shared by all windows, or in sessionStorage for one window until it is
 * closed. If storage is blocked, its value lives as long as the page.
 */
export function createStored<Value>(
  name: string,
  first: Value,
  read: (kept: unknown) => Value,
  where: Where = 'localStorage',
): Signal<Value> {
  const key = `comptoir.${name}`
  const parse = (text: string | null): Value => {
    if (text === null) return first
    try {
      return read(JSON.parse(text))
    } catch {
      return first
    }
  }
  const value = signal(parse(get(where, key)))
  addEventListener('storage', event => {
    if (event.key === key) value.value = parse(event.newValue)
  })
  effect(() => set(where, key, value.value))
  return value
}

function get(where: Where, key: string) {
  try {
    return window[where].getItem(key)
  } catch {
    return null
  }
}

function set(where: Where, key: string, value: unknown) {
  try {
    const text = JSON.stringify(value)
    // A value received from another window is not written back.
    if (text === undefined) window[where].removeItem(key)
    else if (window[where].getItem(key) !== text) window[where].setItem(key, text)
  } catch {}
}
