import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ImportRunInFull } from '../../src/platform/imports/runs/schemas.ts'
import { createTestDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { findFreePort } from '../support/free-port.ts'
import { startServer } from '../support/server.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

const ROWS = 25_000
const file = JSON.stringify(
  Array.from({ length: ROWS }, (_, i) => ({
    ean: `K${i}`,
    nom: `Article ${i}`,
    prixDeVenteCents: i,
    description: 'Une lampe de bureau en laiton, avec variateur.',
  })),
)

test('the next process resumes an import whose server was killed, and applies each line once', async () => {
  const settings = {
    DATABASE_URL: await createTestDatabase(),
    COMPTOIR_DATA: createTemporaryFolder('killed'),
    COMPTOIR_PURCHASING_URL: 'http://127.0.0.1:9',
    PORT: String(await findFreePort()),
  }
  let server = await startServer(['serve'], settings)
  const read = async <Body>(path: string) => (await (await fetch(server.url + path)).json()) as Body

  const form = new FormData()
  form.set('file', new File([file], 'produits.json'))
  const sent = await fetch(`${server.url}/api/publique/produits/import?background=true`, {
    method: 'POST',
    body: form,
  })
  assert.equal(sent.status, 202)
  const { id } = (await sent.json()) as ImportRunInFull
  const run = () => read<ImportRunInFull>(`/api/v1/privee/imports/${id}`)
  await eventually('some lines are read', async () => (await run()).lignes > 0)
  assert.equal(await server.end('SIGKILL'), 'SIGKILL')

  server = await startServer(['serve'], settings)
  const ended = await eventually(
    'the import ends',
    async () => {
      const now = await run()
      return now.finLe !== null && now
    },
    60_000,
  )
  assert.partialDeepStrictEqual(ended, { statut: 'termine', resultat: { created: ROWS, failed: 0 } })
  const { total } = await read<{ total: number }>('/api/publique/produits?limit=1')
  assert.equal(total, ROWS)
  assert.equal(await server.end('SIGTERM'), 0)
})
