import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../support/database.ts'
import { fuzzMessages } from './messages.ts'
import { openTarget } from './target.ts'

const MESSAGES = 300
const SEED = 54

test(`${MESSAGES} messages of all kinds from seed ${SEED} stop no consumer, and rejected ones change nothing`, async () => {
  const databaseUrl = await createTestDatabase()
  const target = await openTarget({ databaseUrl, guarded: false })
  try {
    assert.ok((await fuzzMessages(target, databaseUrl, { messages: MESSAGES, seed: SEED })) >= MESSAGES)
  } finally {
    await target.close()
  }
})
