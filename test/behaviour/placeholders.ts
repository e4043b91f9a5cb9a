/** Values that the platform generates, by kind and pattern. */
const KINDS: [name: string, form: string][] = [
  ['JETON', 'eyJ[\\w-]+\\.[\\w-]+\\.[\\w-]+'],
  ['UUID', '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'],
  ['ORDRE', 'CMD-[0-9A-Z]{20}'],
  ['CLIENT', 'CLI_[0-9A-F]{8}(?![0-9A-F])'],
  ['AUTORISATION', 'AUTH_[0-9A-F]{24}'],
  ['PSEUDONYME', 'EFFACE_[0-9A-F]{12}'],
  ['CLE', 'cle_[\\w-]{43}'],
  ['SECRET', 'whsec_[\\w+/=]{44}'],
  ['SIGNATURE', 'v1,[\\w+/=]{44}'],
  ['NONCE', 'nonce-[\\w+/=]+'],
  ['EMPREINTE', 'sha256-[\\w+/=]+'],
  ['ETAG', 'W/"[^"]+"'],
  ['PORT', '127\\.0\\.0\\.1:\\d+'],
  ['MS', '(?<="dureeMs": )\\d+'],
  ['VERSION', '(?<="version": ")\\d+\\.\\d+\\.\\d+'],
  ['TOTP', '(?<="code":")\\d{6}(?=")'],
  ['FICHIERS', '(?<=fichiers/)[\\w-]{12}(?=/)'],
  ['HEX', '(?<![\\w-])[0-9a-f]{24,64}(?![\\w-])'],
  ['CODE', '(?<![A-Za-z0-9])[A-Z2-7]{32}(?![A-Za-z0-9])'],
  ['SECRET', '(?<![\\w-])[\\w-]{43}(?![\\w-])'],
  ['MOMENT', '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?Z'],
]
const GENERATED = new RegExp(KINDS.map(([, form]) => `(${form})`).join('|'), 'g')
/**
 * Values of these kinds get no number, because whether two are equal can differ between runs: a message that is sent
 * twice has the same signature only within the same second.
 */
const UNRELATED = ['MS', 'PORT', 'NONCE', 'SIGNATURE', 'VERSION', 'TOTP', 'FICHIERS']
const DAY_MS = 86_400_000

/** The platform's clock shows another year, so timestamps near the present are real time and differ between runs. */
const isReal = (moment: string) => Math.abs(Date.parse(moment) - Date.now()) < 30 * DAY_MS

/** Creates functions that replace generated values by placeholders, which are the same in each run of a script. */
export function createPlaceholders() {
  const names = new Map<string, string>()
  const counts = new Map<string, number>()

  const replace = (text: string, nameOf: (kind: string, value: string) => string) =>
    text.replaceAll(GENERATED, (value, ...groups) => {
      const kind = KINDS[groups.findIndex(group => group !== undefined)]?.[0] ?? ''
      if (kind === 'MOMENT') return isReal(value) ? '<REAL TIME>' : value
      return UNRELATED.includes(kind) ? `<${kind}>` : nameOf(kind, value)
    })

  function add(kind: string, value: string): string {
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    names.set(value, `<${kind}_${count}>`)
    return `<${kind}_${count}>`
  }

  return {
    /** Replaces values by their kinds, independently of earlier calls. */
    masked: (text: string) => replace(text, kind => `<${kind}>`),
    /** A sort key: the names assigned so far, and kinds for the other values. */
    sortKeyOf: (text: string) => replace(text, (kind, value) => names.get(value) ?? `<${kind}>`),
    /** Replaces values by numbered names: equal values get the same name, also in later calls. */
    named: (text: string) => replace(text, (kind, value) => names.get(value) ?? add(kind, value)),
  }
}
