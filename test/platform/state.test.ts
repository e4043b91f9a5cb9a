import assert from 'node:assert/strict'
import { test } from 'node:test'
import { every, job, jobKind } from '../../src/platform/jobs/job.ts'
import { Problem } from '../../src/platform/problem.ts'
import type { SystemState } from '../../src/platform/state.ts'
import { eventually } from '../support/eventually.ts'
import { GUARDED, KEYS } from '../support/guarded.ts'
import { openPlatform, type TestPlatform } from '../support/platform.ts'
import { defineProbe } from '../support/probe.ts'

const stateOf = async ({ call }: TestPlatform, at = '') => {
  const { status, body } = await call<SystemState>('GET', `${at}/api/v1/privee/etat-du-systeme`)
  assert.equal(status, 200)
  return body
}
const announce = ({ call }: TestPlatform, text: string) => call('POST', '/api/publique/notes', { text })

test('waiting events are reported by queue, with the age of the oldest', async () => {
  const shop = await openPlatform({ areas: [defineProbe()], started: false })
  assert.deepEqual((await stateOf(shop)).evenements, { enAttente: 0, files: [] })
  const before = shop.platform.clock.now()
  await announce(shop, 'first')
  const after = shop.platform.clock.now()
  await announce(shop, 'second')

  const { evenements, transport, domaines } = await stateOf(shop, '/probe')
  assert.deepEqual(domaines, ['probe'])
  assert.equal(transport, 'interne')
  assert.equal(evenements.enAttente, 2)
  const [file] = evenements.files
  assert.deepEqual([file?.file, file?.enAttente], ['probe.noted', 2])
  const oldest = new Date(file?.plusAncien ?? 0)
  assert.ok(before <= oldest && oldest <= after, `${oldest.toISOString()}`)
  await shop.close()
})

for (const amqp of [false, true])
  test(`a dead letter is reported with its reason, ${amqp ? 'over RabbitMQ' : 'in the process'}`, async () => {
    const shop = await openPlatform({
      areas: [
        defineProbe({
          onNoted: async (_tx, { text }) => {
            if (text === 'bad') throw new Problem(422, 'valeur-refusee', 'Nobody wants it')
          },
        }),
      ],
      amqp,
    })
    assert.equal((await stateOf(shop)).refus.total, 0)
    await announce(shop, 'good')
    await announce(shop, 'bad')
    const { refus, evenements } = await eventually('the message is a dead letter', async () => {
      const state = await stateOf(shop)
      return state.refus.total > 0 && state.evenements.enAttente === 0 && state
    })
    assert.equal(refus.total, 1)
    assert.deepEqual(
      refus.derniers.map(({ file, motif }) => [file, motif]),
      [['probe.noted', 'Nobody wants it']],
    )
    assert.deepEqual(evenements.files, [])
    await shop.close()
  })

test('jobs are counted by their kind: waiting, late, running, failed', async () => {
  const works = jobKind<object>('probe.works')
  const fails = jobKind<object>('probe.fails')
  let end = () => {}
  const blocked = new Promise<void>(resolve => {
    end = resolve
  })
  const shop = await openPlatform({
    areas: [
      defineProbe({
        jobs: [
          job(works, () => blocked),
          job(fails, async () => {
            throw new Error('no')
          }),
        ],
        schedules: [{ name: 'probe.schedule', next: every(5), run: async () => {} }],
      }),
    ],
    schedules: true,
    started: false,
  })
  const { db, jobs, clock } = shop.platform
  const kindOf = async (nom: string) => (await stateOf(shop)).taches.find(kind => kind.nom === nom)
  await db.transaction(async tx => {
    await jobs.add(tx, works, {}, { at: clock.after(-120_000) })
    await jobs.add(tx, works, {}, { at: clock.after(3_600_000) })
    await jobs.add(tx, fails, {})
  })
  const before = await kindOf('probe.works')
  assert.deepEqual([before?.enAttente, before?.enRetard, before?.enCours], [2, 1, 0])
  assert.ok(new Date(before?.prochaine ?? 0) < clock.now())

  await shop.start()
  await eventually('one job runs', async () => (await kindOf('probe.works'))?.enCours === 1)
  const running = await kindOf('probe.works')
  assert.deepEqual([running?.enAttente, running?.enRetard], [1, 0])
  await eventually('one job has failed', async () => (await kindOf('probe.fails'))?.enEchec === 1)
  await eventually('the schedule waits', async () => (await kindOf('probe.schedule'))?.enAttente === 1)
  end()
  await eventually('the job is done', async () => (await kindOf('probe.works'))?.enCours === 0)
  await shop.close()
})

test('the platform’s clock is reported next to real time', async () => {
  const shop = await openPlatform({
    areas: [defineProbe()],
    started: false,
    settings: { COMPTOIR_CLOCK_MULTIPLIER: '1000' },
  })
  await eventually('an hour of the clock has passed', async () => {
    const { horloge } = await stateOf(shop)
    assert.equal(horloge.multiplicateur, 1000)
    return +new Date(horloge.heure) - +new Date(horloge.heureReelle) > 3_600_000
  })
  await shop.close()
})

test('only administrators can read the system state', async () => {
  const shop = await openPlatform({
    areas: [defineProbe()],
    elsewhere: [],
    started: false,
    settings: GUARDED,
  })
  const status = async (headers: Record<string, string>) =>
    (await shop.call('GET', '/api/v1/privee/etat-du-systeme', undefined, headers)).status
  assert.equal(await status({}), 401)
  assert.equal(await status(KEYS.peer), 403)
  assert.equal(await status(KEYS.admin), 200)
  await shop.close()
})
