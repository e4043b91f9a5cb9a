type Filters = Record<string, string | number | undefined>

/** Link to a filtered list of the console. Pages are nested, so the address begins at the root. */
export function listAddress(path: string, filters: Filters = {}) {
  const given = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  const query = new URLSearchParams(given).toString()
  return `~/console${path}${query && `?${query}`}`
}
