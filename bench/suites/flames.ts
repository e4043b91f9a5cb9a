import { globSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { everydayScenarios } from '../everyday/scenarios.ts'
import { drawFlames } from '../flames/draw.ts'
import { readProfile } from '../flames/read-profile.ts'
import { type Bench, openBench } from '../support/bench.ts'
import { fillShop } from '../support/fill-shop.ts'
import { writeImage } from '../support/images.ts'
import { load } from '../support/load.ts'
import { checkOut } from '../support/other-commit.ts'
import { named, revision } from '../support/revision.ts'
import { settling } from '../support/settled.ts'
import type { Suite } from '../support/suite.ts'

/** The last commit of the first version. */
const BEFORE = '1ccaffe'
const PRODUCTS = 2_000
const LATER = { COMPTOIR_PAYMENT_DELAY_MS: '3600000' }
const SHOWN = { order: 'order of two lines placed', payment: 'card payment accepted' }
/** What the server does while it is asked the same over and over. */
async function profile(bench: Bench, scenario: string, about: string, file: string) {
  const url = await bench.database()
  const filling = await bench.platform(url, LATER)
  const products = await fillShop(filling.base, PRODUCTS)
  await filling.stop()
  const settle = await settling(bench, url)
  const profiles = join(bench.directory, file)
  mkdirSync(profiles)
  const began = performance.now()
  const platform = await bench.platform(url, LATER, { profiles })
  const asked = everydayScenarios(products).find(({ name }) => name === scenario)
  if (!asked) throw new Error(`There is no scenario ${scenario}`)
  await load(platform.base, asked.platform, asked.connections, 2)
  await settle()
  const warm = performance.now() - began
  await load(platform.base, asked.platform, asked.connections, bench.options.seconds)
  await platform.stop('SIGINT')
  const [written = ''] = globSync(join(profiles, '*.cpuprofile'))
  const title = `${scenario}, ${about}: the processor time of the server`
  bench.shortest = bench.options.seconds
  writeImage(bench, file, drawFlames(readProfile(written, warm), title))
}

export const suite: Suite = {
  about:
    'where the processor time of an order and of a payment goes, now and in the first version: flame graphs',
  minutes: 2,
  async run(bench) {
    const { options, progress, run } = bench
    const before = openBench(run, { options, progress, tree: checkOut(bench, BEFORE) })
    bench.atEnd(before.close)
    progress.expect(2 * Object.keys(SHOWN).length)
    const rows: string[] = []
    for (const [file, scenario] of Object.entries(SHOWN))
      for (const [each, about, suffix] of [
        [before, named(BEFORE), '-before'],
        [bench, revision(), ''],
      ] as const) {
        progress.now(`${scenario}, ${about}`)
        await profile(each, scenario, about, `flames-${file}${suffix}`)
        rows.push(`![${scenario}, ${about}](../../docs/images/flames-${file}${suffix}.svg)`)
        progress.step()
      }
    return { text: `One round each, of a server that is profiled.\n\n${rows.join('\n\n')}` }
  },
}
