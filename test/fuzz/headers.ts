import fc from 'fast-check'
import type { Operation } from './operations.ts'

type Header = [name: string, value: string]

/**
 * Generates an idempotency key or none for an operation that documents headers. An `If-Match` that fits would need the
 * current version of a record, so only `generateOddHeaders` sends one.
 */
export const generateHeaders = ({ parameters }: Operation): fc.Arbitrary<Header[]> =>
  parameters.some(each => each.in === 'header')
    ? fc
        .option(fc.constantFrom('cle-d-une-seule-fois-~new~', 'cle-de-tous-les-jours-~ean~'), { freq: 3 })
        .map(key => (key ? [['Idempotency-Key', key]] : []))
    : fc.constant([])

const LONG = 'x'.repeat(4_000)
/** A token with the algorithm `none`, without a signature. */
const UNSIGNED = 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.'

// biome-ignore format: a line for each header
const VALUES: Record<string, readonly string[]> = {
  'X-Request-Id': ['', 'a b', 'é', '"', '{}', LONG, '../x', '1', '<script>', 'a,b'],
  'Idempotency-Key': ['', ' ', 'a', '"', 'é'.repeat(30), LONG, '{"a":1}', "'; --", 'x'.repeat(255), 'x'.repeat(256)],
  'If-None-Match': ['*', '""', 'W/"', ',,,', LONG, 'W/"a", "b"', '\\'],
  'If-Match': ['*', '"x"'],
  Accept: ['', 'text/html', 'application/xml', '*/*;q=0', 'application/json;q=x', LONG, ',,'],
  'Accept-Encoding': ['br', 'gzip;q=0', '*', 'identity;q=0', 'x'],
  'Accept-Language': ['fr', '*', LONG],
  Host: ['', 'localhost', 'evil.example', '127.0.0.1:99999', '[::1', 'a b', '127.0.0.1, evil', 'LOCALHOST.'],
  Origin: ['null', 'http://evil.example', 'http://localhost', '', 'x'],
  'Sec-Fetch-Site': ['cross-site', 'same-origin', 'x'],
  Authorization: ['', 'Bearer', 'Bearer ', 'Bearer x', 'Bearer a.b.c', 'Basic YTpi', `Bearer ${LONG}`, 'bearer é', UNSIGNED],
  'X-API-Key': ['', 'x', ' ', LONG, 'é', 'undefined', 'a,b'],
  'X-Forwarded-For': ['127.0.0.1', '::1', 'x', '1.2.3.4, 5.6.7.8', LONG, '999.1.1.1', '[::1]:80', ''],
  'X-Forwarded-Host': ['evil.example', '', 'a b'],
  'X-Forwarded-Proto': ['https', 'javascript', ''],
  'X-HTTP-Method-Override': ['DELETE'],
  Cookie: ['session=x', LONG, '__proto__=1', ';;;=', 'a="'],
  Range: ['bytes=0-1', 'bytes=x'],
  'Content-Encoding': ['gzip', 'identity', 'x', 'gzip, gzip', '', 'br'],
  'Content-Type': [
    ...['', 'text/plain', 'application/xml', 'x', '*/*', 'application/ld+json', 'application/json;'],
    ...['application/json; charset=utf-16', 'application/json; charset=latin1', 'application/json, application/json'],
    ...['multipart/form-data', 'multipart/form-data; boundary=', 'application/x-www-form-urlencoded'],
  ],
  'X-Inconnu': [LONG, '{{7*7}}', '\u00ff\u0080'],
}

const odd: fc.Arbitrary<Header[]> = fc.constantFrom(...Object.keys(VALUES)).chain(name =>
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.constantFrom(...(VALUES[name] ?? [])).map((value): Header[] => [[name, value]]),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(...(VALUES[name] ?? [])), fc.constantFrom(...(VALUES[name] ?? [])))
        .map(values => values.map((value): Header => [name, value])),
    },
  ),
)

const many = fc
  .constantFrom(50, 1_000)
  .map(count => Array.from({ length: count }, (_, i): Header => [`X-N${i}`, 'a']))

export const generateOddHeaders = (operation: Operation): fc.Arbitrary<Header[]> =>
  fc
    .tuple(
      generateHeaders(operation),
      fc.oneof({ weight: 20, arbitrary: odd }, { weight: 1, arbitrary: many }),
    )
    .map(([own, game]) => [...own.filter(([name]) => !game.some(([other]) => other === name)), ...game])
