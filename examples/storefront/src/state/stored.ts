import { effect, type Signal, signal } from '@preact/signals'

/** A value that this browser remembers and that its open windows share. Where nothing may be kept, it lives as long as the page. */
export function stored<Value>(name: string, first: Value, read: (kept: unknown) => Value): Signal<Value> {
  const key = `comptoir.${name}`
  const parse = (text: string | null): Value => {
    if (text === null) return first
    try {
      return read(JSON.parse(text))
    } catch {
      return first
    }
  }
  const value = signal(parse(get(key)))
  addEventListener('storage', event => {
    if (event.key === key) value.value = parse(event.newValue)
  })
  effect(() => set(key, value.value))
  return value
}

function get(key: string) {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function set(key: string, value: unknown) {
  try {
    const text = JSON.stringify(value)
    // Writing what stands there already would call the other windows back.
    if (text === undefined) localStorage.removeItem(key)
    else if (localStorage.getItem(key) !== text) localStorage.setItem(key, text)
  } catch {}
}
