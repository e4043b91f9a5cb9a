import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ImportRunInFull } from '../../../src/platform/imports/runs/schemas.ts'
import { eventually } from '../eventually.ts'
import type { Random } from '../seeded-random.ts'
import { type Process, startServer } from '../server.ts'
import { createRecordingClient } from './answers.ts'
import { stockUp } from './purchase.ts'

const LINES = 3_000
const SCARCE_MB = 112
/** More starts than an import has before it is abandoned. */
const MOST_STARTS = 7
const WITHIN_MS = 120_000

/** Each of the two elements is below the size limit, but parsing it needs many times as much memory. */
const element = `[${'{},'.repeat(2_700_000)}{}]`
const heavy = `${element},${element}`

type Options = { databaseUrl: string; times: number; random: Random; onTime?: () => void }

/**
 * Imports files that need more memory than is available. Counts the outcomes, completed imports whose data is lost, and
 * refused files whose data was stored.
 */
export async function runMemory({ databaseUrl, times, random, onTime }: Options) {
  const directory = mkdtempSync(join(tmpdir(), 'comptoir-memory-'))
  const counts = { completed: 0, failed: 0, refused: 0, lost: 0, doubled: 0, deaths: 0 }
  const recoverySeconds: number[] = []
  const started: Process[] = []

  /** Starts a process with this memory limit, or without one. */
  async function start(megabytes?: number) {
    const server = await startServer(['serve'], {
      DATABASE_URL: databaseUrl,
      COMPTOIR_DATA: directory,
      COMPTOIR_PURCHASING_URL: 'http://127.0.0.1:9/',
      // The option also applies to threads, whatever their own limit.
      ...(megabytes && { NODE_OPTIONS: `--max-old-space-size=${megabytes}` }),
    })
    started.push(server)
    let died = false
    void server.ended.then(() => {
      died = true
    })
    const read = async <Body>(path: string) => (await (await fetch(server.url + path)).json()) as Body
    return { ...server, read, hasDied: () => died }
  }
  type Server = Awaited<ReturnType<typeof start>>

  const send = (server: Server, path: string, lines: object[]) => {
    const file = lines.map(line => JSON.stringify(line)).toSpliced(random.below(LINES), 0, heavy)
    const form = new FormData()
    form.set('file', new File([`[${file.join()}]`], 'import.json'))
    return fetch(server.url + path, { method: 'POST', body: form })
  }

  /** Products are parsed in a thread with a separate limit: the file is refused, and the process survives. */
  async function inThread(name: string) {
    const server = await start()
    const lines = Array.from({ length: LINES }, (_, i) => ({
      ...{ ean: `${name}-${i}`, nom: name, prixDeVenteCents: i + 1 },
    }))
    const answer = await send(server, '/api/publique/produits/import', lines)
    assert.equal(((await answer.json()) as { code: string }).code, 'fichier-invalide')
    const stored = await fetch(`${server.url}/api/publique/produits/search/sku?sku=${name}-0`)
    counts.refused++
    if (stored.status !== 404) counts.doubled++
    assert.equal(await server.end('SIGTERM'), 0, server.output())
  }

  /**
   * Stock counts are parsed in the process, which runs out of memory. Later processes complete the import, or report
   * its failure if they run out of memory, too.
   */
  async function inProcess(megabytes?: number) {
    let server = await start(SCARCE_MB)
    const { ask } = createRecordingClient(() => server.url)
    const product = await stockUp(ask)
    const [row] = await server.read<{ storeId: number }[]>(`/api/publique/reserve/${product.id}`)
    assert.ok(row, 'the product has a store')
    const line = { productId: product.id, storeId: row.storeId }
    const sent = await send(
      server,
      '/api/v1/privee/stocks/import?background=true',
      Array.from({ length: LINES }, (_, i) => ({ ...line, quantity: i + 1 })),
    )
    assert.equal(sent.status, 202)
    const { id } = (await sent.json()) as ImportRunInFull
    const state = () => server.read<ImportRunInFull>(`/api/v1/privee/stocks/imports/${id}`)
    let begun = performance.now()
    for (let starts = 1; ; starts++) {
      const ended = await eventually(
        'the import or its process has ended',
        async () => {
          if (server.hasDied()) return 'died'
          const run = await state().catch(() => undefined)
          return run !== undefined && run.finLe !== null && run
        },
        WITHIN_MS,
      )
      if (ended !== 'died') {
        recoverySeconds.push((performance.now() - begun) / 1000)
        await checkOutcome(ended, product.id)
        assert.equal(await server.end('SIGTERM'), 0, server.output())
        return
      }
      counts.deaths++
      assert.match(server.output(), /heap out of memory/)
      assert.ok(starts < MOST_STARTS, 'the import is never abandoned')
      if (starts === 1) begun = performance.now()
      server = await start(megabytes)
    }

    async function checkOutcome({ statut, resultat, erreur }: ImportRunInFull, productId: number) {
      const [now] = await server.read<{ quantity: number }[]>(`/api/publique/reserve/${productId}`)
      if (statut === 'termine') {
        counts.completed++
        assert.partialDeepStrictEqual(resultat, { created: LINES, failed: 2 })
        if (now?.quantity !== LINES) counts.lost++
      } else {
        counts.failed++
        assert.partialDeepStrictEqual(
          { statut, erreur },
          { statut: 'echec', erreur: { code: 'erreur-interne' } },
        )
      }
    }
  }

  try {
    for (let i = 0; i < times; i++) {
      if (i % 3 === 0) await inThread(`memory-${i}`)
      else await inProcess(i % 3 === 1 ? undefined : SCARCE_MB)
      onTime?.()
    }
    return { ...counts, recoverySeconds }
  } finally {
    // Most have exited by now.
    for (const server of started) await server.end('SIGKILL')
    rmSync(directory, { recursive: true, force: true })
  }
}
