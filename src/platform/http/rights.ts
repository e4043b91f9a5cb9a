/**
 * Rights of a key or a member of staff. The area that owns keys adds its rights by declaration merging;
 * these two are the platform's own: `admin` opens every route, `peer` what areas ask of one another.
 */
export interface Rights {
  admin: true
  peer: true
}
export type Right = keyof Rights

/** A key of the settings. */
export type ConfiguredKey = { key: string; rights: readonly Right[] }

const WITH_RIGHTS = /^([a-z]+(?:\+[a-z]+)*):(.+)$/

/** Reads `right+right:key`; a bare key has every right. Undefined for a right that there is not. */
export function parseKey(text: string, every: readonly Right[]): ConfiguredKey | undefined {
  const [, names, key] = WITH_RIGHTS.exec(text) ?? []
  if (names === undefined || key === undefined) return { key: text, rights: every }
  const rights = names.split('+').map(name => every.find(right => right === name))
  const known = rights.filter(right => right !== undefined)
  return known.length === rights.length ? { key, rights: known } : undefined
}

/** The key that areas show one another: the first with the right to. */
export const peerKeyOf = (keys: readonly ConfiguredKey[]) =>
  keys.find(({ rights }) => rights.includes('peer'))?.key
