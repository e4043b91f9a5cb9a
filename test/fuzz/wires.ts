import { gzipSync } from 'node:zlib'
import fc from 'fast-check'

/** A body as it is sent, and its headers. */
export type EncodedBody = { bytes: Buffer; type: string | undefined; encoding?: string; missing?: number }

let bomb: Buffer | undefined
/** 64 MiB of blanks in 64 KiB. */
const packedBlanks = () => (bomb ??= gzipSync(Buffer.alloc(64 * 1024 * 1024, ' ')))

type Plain = { text: string; type: string }
const bytes = (text: string) => Buffer.from(text)
const half = (text: string) => text.slice(0, Math.ceil(text.length / 2))

const GAMES = {
  plain: ({ text, type }: Plain): EncodedBody => ({ bytes: bytes(text), type }),
  truncated: ({ text, type }: Plain) => ({ bytes: bytes(half(text)), type }),
  doubled: ({ text, type }: Plain) => ({ bytes: bytes(text + text), type }),
  garbage: ({ type }: Plain) => ({ bytes: Buffer.from([0xff, 0xfe, 0, 1, 0x80, 0xc0, 0xaf, 0x22]), type }),
  invalidUtf8: ({ text, type }: Plain) => ({
    bytes: Buffer.concat([
      bytes(half(text)),
      Buffer.from([0xc3, 0x28, 0xed, 0xa0, 0x80]),
      bytes(text.slice(half(text).length)),
    ]),
    type,
  }),
  byteOrderMark: ({ text, type }: Plain) => ({ bytes: bytes(`\ufeff${text}`), type }),
  utf16: ({ text, type }: Plain) => ({
    bytes: Buffer.from(text, 'utf16le'),
    type: `${type}; charset=utf-16`,
  }),
  empty: ({ type }: Plain) => ({ bytes: Buffer.alloc(0), type }),
  blank: ({ type }: Plain) => ({ bytes: bytes(' \n'), type }),
  nothing: ({ type }: Plain) => ({ bytes: bytes('null'), type }),
  list: ({ text, type }: Plain) => ({ bytes: bytes(`[${text}]`), type }),
  text: ({ text, type }: Plain) => ({ bytes: bytes(JSON.stringify(text)), type }),
  untyped: ({ text }: Plain) => ({ bytes: bytes(text), type: undefined }),
  plainText: ({ text }: Plain) => ({ bytes: bytes(text), type: 'text/plain' }),
  form: ({ text }: Plain) => ({ bytes: bytes(text), type: 'application/x-www-form-urlencoded' }),
  multipart: ({ text }: Plain) => ({ bytes: bytes(text), type: 'multipart/form-data; boundary=x' }),
  packed: ({ text, type }: Plain) => ({ bytes: gzipSync(text), type, encoding: 'gzip' }),
  notPacked: ({ text, type }: Plain) => ({ bytes: bytes(text), type, encoding: 'gzip' }),
  halfPacked: ({ text, type }: Plain) => ({ bytes: gzipSync(text).subarray(0, -6), type, encoding: 'gzip' }),
  bomb: ({ type }: Plain) => ({ bytes: packedBlanks(), type, encoding: 'gzip' }),
  large: ({ type }: Plain) => ({ bytes: bytes(`{"a":"${'x'.repeat(1_200_000)}"}`), type }),
  deep: ({ type }: Plain) => ({ bytes: bytes('['.repeat(10_000) + ']'.repeat(10_000)), type }),
  brokenOff: ({ text, type }: Plain) => ({ bytes: bytes(text), type, missing: 10 }),
}

export type Wire = keyof typeof GAMES

/** The most expensive mutations, which are generated least often. */
const RARE: readonly Wire[] = ['bomb', 'large', 'deep']

// Object.keys returns strings; these are the names of the mutations.
const names = (Object.keys(GAMES) as Wire[]).filter(name => name !== 'plain')

export const wires: fc.Arbitrary<Wire> = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...names.filter(name => !RARE.includes(name))) },
  { weight: 1, arbitrary: fc.constantFrom(...RARE) },
)

export const encodeBody = (wire: Wire, body: Plain): EncodedBody => GAMES[wire](body)
