import fc from 'fast-check'

/** Texts that replace `"~raw.name~"` in a body, most of which `JSON.stringify` never produces. */
export const RAW: Record<string, () => string> = {
  tooLarge: () => '1e999',
  minusZero: () => '-0',
  tiny: () => '1e-400',
  digits: () => '9'.repeat(400),
  unsafe: () => '9007199254740993',
  nan: () => 'NaN',
  infinity: () => '-Infinity',
  octal: () => '0123',
  comment: () => '/* */ 1',
  twice: () => '{"id":1,"id":"2"}',
  proto: () => '{"__proto__":{"admin":true}}',
  nested: () => '{"constructor":{"prototype":{"admin":true}}}',
  halfPair: () => '"\\udc00\\ud800"',
  badEscape: () => '"\\x41"',
  control: () => '"\u0001\n"',
  deepArray: () => '['.repeat(10_000) + ']'.repeat(10_000),
  deepObject: () => `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  longText: () => JSON.stringify('é'.repeat(200_000)),
  longArray: () => `[${'0,'.repeat(100_000)}0]`,
  longObject: () => `{${Array.from({ length: 20_000 }, (_, i) => `"k${i}":0`).join()}}`,
}

// biome-ignore format: a line for each kind
const TEXTS = [
  ...['', ' ', '\t\n', '0', '-1', '1.5', '1e3', '0x10', 'NaN', 'Infinity', 'null', 'undefined', 'true', '[]', '{}', 'toString'],
  ...['\0', 'a\0b', '\ud800', 'a\udfffb', '\ufeff', '\u202egnp.exe', 'e\u0301\u0301\u0301', '👩‍👩‍👧‍👦', '\u200b', 'İı', 'ß', '\uffff', '１２'],
  ...["' OR '1'='1", "'; DROP TABLE x; --", '" OR ""="', '\\', '%', '_', "'||pg_sleep(0)||'", '$1', '{{7*7}}', '1) OR (1=1'],
  ...['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '&lt;', 'javascript:alert(1)', "' autofocus onfocus='alert(1)"],
  ...['../../etc/passwd', '..%2f..%2fetc%2fpasswd', 'C:\\x', 'file:///etc/passwd', '/', '//evil.example', 'http://127.0.0.1:1/'],
  ...['a\r\nX-Injected: 1', '\r\n\r\n', '__proto__', 'constructor', '99999999999999999999', '0000000000000001', '9'.repeat(300)],
  ...['2026-02-30', '2026-13-01', '0000-01-01', '10000-01-01', '2026-11-22T25:00:00Z', '-271821-04-20', '2026-11-22T10:00:60Z'],
  ...['294276-12-31T23:59:59Z', 'CLI_', 'CLI_00000000', 'INVITE', 'a@b', '@', 'a@b@c', 'é@é.fr', `${'a'.repeat(250)}@x.fr`],
]

// biome-ignore format: a line for each kind
const VALUES: unknown[] = [
  ...[null, true, false, 0, -1, 1, 1.5, '', 'x', [], {}, [[]], [null], [{}], [1, 'x', null], ['__proto__'], [[[[[[]]]]]]],
  ...[{ a: 1 }, { length: 1 }, { toString: 'x' }, { $ref: '#' }, { toJSON: 1 }, { valueOf: null }],
]

// biome-ignore format: a line for each kind
const NUMBERS = [
  ...[-1, -0, 0.1, 0.001, 1.005, 99.999, -0.01, 1e-7, 5e-324, 10 ** 12, 10 ** 14, 1e15, 1e21, 1e308],
  ...[2 ** 31, 2 ** 31 - 1, -(2 ** 31) - 1, 2 ** 32, 2 ** 53, 2 ** 53 - 1, -(2 ** 53), 2 ** 63],
]

export const oddNumbers = fc.constantFrom<unknown>(...NUMBERS)

export const oddTexts = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
)

export const oddValues = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...VALUES) },
  { weight: 1, arbitrary: fc.constantFrom(...Object.keys(RAW)).map(name => `~raw.${name}~`) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)

export const oddKeys = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'hasOwnProperty',
    'toString',
    'id',
    'inconnu',
    '',
    'a.b',
    '$where',
  ),
  oddTexts,
)
