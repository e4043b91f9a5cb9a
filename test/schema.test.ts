import { test } from 'node:test'
import { createTestDatabase } from './support/database.ts'
import { describeSchemas } from './support/schema.ts'

const HEAD = `-- The tables of every area, as the migrations build them.
-- Written by: npm test test/schema.test.ts -- --update

`

test('docs/schema.sql describes the result of the migrations', async t => {
  const sql = HEAD + (await describeSchemas(await createTestDatabase()))
  t.assert.fileSnapshot(sql, 'docs/schema.sql', { serializers: [text => text] })
})
