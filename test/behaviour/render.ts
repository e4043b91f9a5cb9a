import { createHash } from 'node:crypto'
import { version } from '../../src/config.ts'

/** Headers that differ from call to call or that a reader of the snapshot does not need. */
const LEFT_OUT = ['date', 'connection', 'keep-alive', 'content-length', 'x-request-id', 'transfer-encoding']
/** Headers whose values are unique to one response. */
const OWN = ['etag', 'location', 'set-cookie']
const WIDTH = 160
/** A list of records shows this many in full and, if two or more follow, only the first field of those and a digest. */
const IN_FULL = 2

const digestOf = (text: string, length: number) =>
  createHash('sha256').update(text).digest('hex').slice(0, length)

/**
 * Creates a renderer of responses. `masked` replaces generated values, so that names, digests and line breaks do not
 * depend on them.
 */
export function createRenderer(masked: (text: string) => string) {
  const headerSets = new Map<string, string>()
  const widthOf = (text: string) => masked(text).length

  /**
   * Stores the headers that other responses may share under a name, and returns this name and the other headers. The
   * name is derived from the headers, so that a new set renames no other.
   */
  function describeHeaders(headers: object): string[] {
    const lines = Object.entries(headers)
      .filter(([name]) => !LEFT_OUT.includes(name))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([name, value]) => [value].flat().map(each => `${name}: ${each}`))
    const isOwn = (line: string) => OWN.some(name => line.startsWith(`${name}: `))
    const shared = masked(lines.filter(line => !isOwn(line)).join('\n'))
    if (shared === '') return lines
    const [, type = 'untyped'] = /^content-type: \w+\/([\w-]+)/m.exec(shared) ?? []
    const name = `${type}-${digestOf(shared, 3)}`
    headerSets.set(name, shared)
    return [name, ...lines.filter(isOwn)]
  }

  function renderBody(type: string, text: string): string {
    if (type.includes('json') && !type.includes('ndjson')) return renderJson(JSON.parse(text))
    // Another version of the encoder may write other bytes.
    if (type === 'image/webp') return 'a picture'
    if (type.includes('html')) return pack(splitElements(text)).join('\n')
    // Values of metrics are durations and memory, so the snapshot has only their names.
    if (!text.startsWith('# HELP')) return text
    const types = text.split('\n').filter(line => line.startsWith('# TYPE'))
    return pack(types.map(line => `${line.slice('# TYPE '.length)};`).sort()).join('\n')
  }

  /**
   * Formats JSON on one line or, if it does not fit, with as many parts per line as fit. Abbreviates long lists of
   * records.
   */
  function renderJson(value: unknown, indent = ''): string {
    const short = shorten(value)
    const isList = Array.isArray(value) && value.length > IN_FULL + 1 && value.every(isRecord)
    if (!isRecord(value) || (!isList && indent.length + widthOf(short) <= WIDTH)) return short
    const deeper = `${indent}  `
    const shown = isList ? value.slice(0, IN_FULL) : value
    const parts = Array.isArray(shown)
      ? shown.map(each => renderJson(each, deeper))
      : Object.entries(shown).map(([key, each]) => `${JSON.stringify(key)}: ${renderJson(each, deeper)}`)
    if (isList) {
      const rest = value.slice(IN_FULL)
      const firsts = rest.map(each => shorten(Object.values(each)[0])).join(' ')
      parts.push(`${rest.length} more: ${firsts}; digest ${digestOf(masked(shorten(rest)), 6)}`)
    }
    const [open, close] = Array.isArray(value) ? '[]' : '{}'
    const separated = parts.map((part, i) => (i < parts.length - 1 ? `${part},` : part))
    return `${open} ${pack(separated, deeper).join(`\n${deeper}`)} ${close}`
  }

  /** Joins parts to lines of at most `WIDTH` characters. A part that is longer or has several lines is not joined. */
  function pack(parts: readonly string[], indent = ''): string[] {
    const lines: string[] = []
    for (const part of parts) {
      const joined = `${lines.at(-1)} ${part}`
      const isFull = joined.includes('\n') || indent.length + widthOf(joined) > WIDTH
      if (lines.length === 0 || isFull) lines.push(part)
      else lines[lines.length - 1] = joined
    }
    return lines
  }

  return {
    /** Renders the status, the headers and the body, on one line if they fit. */
    renderAnswer(status: number, headers: Record<string, unknown>, text: string): string {
      const head = ['<', status, describeHeaders(headers).join(' | ')].join(' ').trimEnd()
      const body = text && renderBody(String(headers['content-type']), text)
      return pack(body ? [head, body] : [head]).join('\n')
    },
    listHeaderSets: () =>
      [...headerSets]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, shared]) => `# ${name}\n${shared.replaceAll(/^/gm, '    ')}`)
        .join('\n'),
  }
}

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null

function shorten(value: unknown): string {
  if (!isRecord(value)) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(shorten).join(', ')}]`
  const parts = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${shorten(each)}`)
  return parts.length > 0 ? `{ ${parts.join(', ')} }` : '{}'
}

/** Splits a page between adjacent tags, with `…` for the version and the contents of styles, scripts and graphics. */
const splitElements = (text: string) =>
  text
    .replaceAll(/<(style|script|svg)\b[^>]*>[\s\S]*?<\/\1>/g, '<$1>…</$1>')
    .replaceAll(`<dd>${version}</dd>`, '<dd>…</dd>')
    .replaceAll(/>\s*</g, '>\n<')
    .trim()
    .split('\n')
