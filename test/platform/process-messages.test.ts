import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import Type, { type TSchema } from 'typebox'
import { createPool, type DatabasePool } from '../../src/platform/database/database.ts'
import { batchConsumer, consumer, eventKind } from '../../src/platform/events/event.ts'
import { createMessageProcessor } from '../../src/platform/events/process-messages.ts'
import { Nullable } from '../../src/platform/http/pages.ts'
import { createLog } from '../../src/platform/log.ts'
import { Problem } from '../../src/platform/problem.ts'
import { createTestDatabase } from '../support/database.ts'
import { Noted } from '../support/probe.ts'

let db: DatabasePool
before(async () => {
  db = createPool(await createTestDatabase(), { size: 2, onError: () => {} })
})
after(() => db.close())

/**
 * Processes one message with a consumer that throws the failure of each try, or succeeds if there is none. Returns the
 * outcome and the number of tries.
 */
async function processWith(failures: (Error | undefined)[]) {
  let tries = 0
  const failing = consumer(Noted, {
    handle: async () => {
      const failure = failures[tries++]
      if (failure) throw failure
    },
  })
  const handleMessages = createMessageProcessor(failing, {
    db,
    log: createLog('silent', []),
    deduplicate: async (_tx, deliveries) => deliveries,
    stopping: new AbortController().signal,
    refuse: async () => {},
    firstPauseMs: 1,
  })
  const message = { id: 'm', queue: Noted.queue, requestId: 'r', body: { text: 'x', at: 1 } }
  const rejected = await handleMessages([message])
  return { outcome: rejected.has(message) ? 'rejected' : 'done', tries }
}

const outage = new Problem(503, 'service-indisponible', 'away')
const unknown = new Error('unknown')

test('tries during an outage do not count against a message', async () => {
  const failures = [...Array(8).fill(outage), unknown, unknown, undefined]
  assert.deepEqual(await processWith(failures), { outcome: 'done', tries: 11 })
})

test('a message with a failure of unknown cause is rejected after eight tries', async () => {
  assert.deepEqual(await processWith(Array(20).fill(unknown)), { outcome: 'rejected', tries: 8 })
})

test('a message whose values fit no column or index is rejected after one try', async () => {
  for (const code of ['22003', '23514', '54000'])
    assert.deepEqual(await processWith(Array(20).fill(Object.assign(new Error('does not fit'), { code }))), {
      outcome: 'rejected',
      tries: 1,
    })
})

test('a rejected message is not acknowledged until it can be stored, and is stored as it was sent', async () => {
  const bodies: unknown[] = []
  let tries = 0
  const handleMessages = createMessageProcessor(consumer(Noted, { handle: async () => {} }), {
    db,
    log: createLog('silent', []),
    deduplicate: async (_tx, deliveries) => deliveries,
    stopping: new AbortController().signal,
    refuse: async (_tx, refused) => {
      if (++tries < 3) throw new Error('no room')
      bodies.push(...refused.map(({ message }) => message.body))
    },
    firstPauseMs: 1,
  })
  const body = { text: '', at: '1' }
  const rejected = await handleMessages([{ id: 'm', queue: Noted.queue, requestId: 'r', body }])
  assert.deepEqual([tries, rejected.size, bodies], [3, 1, [{ text: '', at: '1' }]])
})

/**
 * Processes notes as one batch with a consumer that throws the error, if any, that `fail` returns for a call. Returns
 * the texts of each call and the ids of the rejected notes.
 */
async function processNotes(texts: string[], fail: (texts: string[], call: number) => Error | undefined) {
  const calls: string[][] = []
  const stored: string[] = []
  const handleMessages = createMessageProcessor(
    batchConsumer(Noted, {
      size: texts.length,
      prepare: async notes =>
        notes.map(async ({ text }) => {
          if (text === 'nobody') throw new Problem(404, 'inconnu', 'who?')
          return text
        }),
      handle: async (_tx, notes) => {
        const given = notes.map(({ prepared }) => prepared)
        calls.push(given)
        const failure = fail(given, calls.length)
        if (failure) throw failure
      },
    }),
    {
      db,
      log: createLog('silent', []),
      deduplicate: async (_tx, deliveries) => deliveries.filter(({ id }) => id !== 'seen'),
      stopping: new AbortController().signal,
      refuse: async (_tx, refused) => {
        stored.push(...refused.map(({ message }) => message.id))
      },
      firstPauseMs: 1,
    },
  )
  const rejected = await handleMessages(
    texts.map(text => ({ id: text, queue: Noted.queue, requestId: 'r', body: { text, at: 1 } })),
  )
  assert.deepEqual(stored.sort(), [...rejected].map(({ id }) => id).sort(), 'rejected messages are stored')
  return { calls, rejected: [...rejected].map(({ id }) => id) }
}

test('a batch is one call, without messages that are unknown, invalid or already consumed', async () => {
  assert.deepEqual(await processNotes(['a', 'nobody', '', 'b', 'seen', 'c'], () => undefined), {
    calls: [['a', 'b', 'c']],
    rejected: ['', 'nobody'],
  })
})

test('a batch that fails because of one message is halved until that message is alone, in order', async () => {
  const fail = (texts: string[]) =>
    texts.includes('c') ? new Problem(422, 'regle-enfreinte', 'c') : undefined
  assert.deepEqual(await processNotes(['a', 'b', 'c', 'd'], fail), {
    calls: [['a', 'b', 'c', 'd'], ['a', 'b'], ['c', 'd'], ['c'], ['d']],
    rejected: ['c'],
  })
})

test('a batch waits as a whole during an outage', async () => {
  const { calls, rejected } = await processNotes(['a', 'b'], (_, call) => (call < 12 ? outage : undefined))
  assert.deepEqual([calls.length, new Set(calls.flat()).size, rejected], [12, 2, []])
})

/** Processes one message; returns the body that its consumer received, or undefined if the message was rejected. */
async function bodyAfter(schema: TSchema, body: unknown) {
  const handed: unknown[] = []
  const handleMessages = createMessageProcessor(
    consumer(eventKind('probe.coerced', schema), { handle: async (_tx, given) => handed.push(given) }),
    {
      db,
      log: createLog('silent', []),
      deduplicate: async (_tx, deliveries) => deliveries,
      stopping: new AbortController().signal,
      refuse: async () => {},
    },
  )
  await handleMessages([{ id: 'm', queue: 'probe.coerced', requestId: 'r', body }])
  return handed[0]
}

const Coerced = Type.Object({
  text: Type.Optional(Nullable(Type.String())),
  whole: Type.Optional(Nullable(Type.Integer())),
  decimal: Type.Optional(Type.Number()),
  either: Type.Optional(Type.Union([Type.String(), Type.Integer()])),
  lines: Type.Optional(Type.Array(Type.Object({ id: Type.String(), quantite: Type.Integer() }))),
  open: Type.Optional(Type.Unknown()),
})

test('a message may contain numbers for text, and decimal text for numbers', async () => {
  for (const [sent, expected] of [
    [{ text: 12 }, { text: '12' }],
    [{ text: -1.5 }, { text: '-1.5' }],
    [{ whole: '12' }, { whole: 12 }],
    [
      { whole: '-7', decimal: '1.25' },
      { whole: -7, decimal: 1.25 },
    ],
    [{ lines: [{ id: 7, quantite: '2' }] }, { lines: [{ id: '7', quantite: 2 }] }],
  ])
    assert.deepEqual(await bodyAfter(Coerced, sent), expected)
  for (const untouched of [
    { text: null, whole: null },
    { either: 12 },
    { either: '12' },
    { open: { ville: 'Lille', codePostal: 59000 } },
    { unknown: 7, constructor: 1 },
  ])
    assert.deepEqual(await bodyAfter(Coerced, untouched), untouched)
})

test('no other value in a message is coerced, nor a number that lost digits', async () => {
  const whole = ['', ' 1', '1e3', '0x10', '1.5', 'douze', '9007199254740993', true]
  const text = [true, false, {}, [], 2 ** 53, 1e21]
  for (const body of [...whole.map(value => ({ whole: value })), ...text.map(value => ({ text: value }))])
    assert.equal(await bodyAfter(Coerced, body), undefined, JSON.stringify(body))
})
