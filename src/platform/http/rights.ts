/**
 * Rights of a key or a member of staff. The area that manages keys adds its rights by declaration merging. These belong
 * to the platform: `admin` grants access to every route, `metrics` to `/metrics` alone, `peer` to the calls between areas.
 */
export interface Rights {
  admin: true
  metrics: true
  peer: true
}
export type Right = keyof Rights

/** A key from the settings. */
/** A key of the configuration; `name` names it in the audit trail, by default its position. */
export type ConfiguredKey = { key: string; rights: readonly Right[]; name?: string }

const WITH_RIGHTS = /^([a-z]+(?:\+[a-z]+)*):(.+)$/

/** Parses `right+right:key`; a bare key has every right. Returns undefined for an unknown right. */
export function parseKey(text: string, every: readonly Right[]): ConfiguredKey | undefined {
  const [, names, key] = WITH_RIGHTS.exec(text) ?? []
  if (names === undefined || key === undefined) return { key: text, rights: every }
  const rights = names.split('+').map(name => every.find(right => right === name))
  const known = rights.filter(right => right !== undefined)
  return known.length === rights.length ? { key, rights: known } : undefined
}

/** Returns the key that areas send to each other: the first with the right `peer`. */
export const peerKeyOf = (keys: readonly ConfiguredKey[]) =>
  keys.find(({ rights }) => rights.includes('peer'))?.key
