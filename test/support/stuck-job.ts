import { writeSync } from 'node:fs'
import { job, jobKind } from '../../src/platform/jobs/job.ts'
import { openPlatform } from './platform.ts'
import { defineProbe } from './probe.ts'

/** A process that starts a job that never ends, to be killed: it prints a line once it has locked the job. */
const stuck = jobKind<{ text: string }>('probe.note')

const shop = await openPlatform({
  databaseUrl: process.argv[2],
  areas: [
    defineProbe({
      jobs: [
        job(stuck, async () => {
          writeSync(1, 'holding\n')
          await new Promise(() => {})
        }),
      ],
    }),
  ],
})
await shop.platform.db.transaction(tx => shop.platform.jobs.add(tx, stuck, { text: 'stuck' }))
