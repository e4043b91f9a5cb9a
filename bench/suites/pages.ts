import { chromium } from 'playwright-core'
import { LACKING, provideChromium } from '../../test/servers/chromium.ts'
import { firstView, LINE } from '../pages/first-view.ts'
import type { Bench } from '../support/bench.ts'
import { fillShop } from '../support/fill-shop.ts'
import { median, spread, spreadText, table } from '../support/statistics.ts'
import type { Suite } from '../support/suite.ts'

const PRODUCTS = 1_000
/** What is opened, and what it shows when a person can begin. */
const PAGES = [
  { name: 'shop front', path: '/boutique', shows: 'a.card' },
  { name: "console, Aujourd'hui", path: '/console', shows: '#content a[href]' },
  { name: 'console, orders', path: '/console/commandes', shows: '#content tbody tr, #content p' },
]

async function openBrowser(bench: Bench) {
  const executablePath = await provideChromium()
  if (!executablePath) throw new Error(LACKING)
  const browser = await chromium.launch({
    executablePath,
    // Chromium's sandbox refuses to work for root.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  bench.atEnd(() => browser.close())
  return browser
}

const shown = (values: number[]) => spreadText(spread(values))

export const suite: Suite = {
  about: 'what the first view of a page weighs, and when it is there on an old telephone',
  minutes: 2,
  async run(bench) {
    const { base } = await bench.platform(await bench.database())
    bench.progress.now('filling the shop')
    await fillShop(base, PRODUCTS)
    const browser = await openBrowser(bench)
    const { rounds } = bench.options
    bench.progress.expect(PAGES.length * (rounds + 1))
    const rows: (string | number)[][] = []
    for (const { name, path, shows } of PAGES) {
      bench.progress.now(name)
      const views = []
      for (let round = 0; round <= rounds; round++) {
        views.push(await firstView(browser, base + path, shows))
        bench.progress.step()
      }
      // The server builds what is opened for the first time: that one does not count.
      const counted = views.slice(1)
      rows.push([
        name,
        shown(counted.map(({ kilobytes }) => kilobytes)),
        median(counted.map(({ files }) => files)),
        shown(counted.map(({ paintedMs }) => paintedMs)),
        shown(counted.map(({ shownMs }) => shownMs)),
      ])
    }
    return {
      text: `${table(['page', 'kB, compressed', 'files', 'first paint, ms', 'shown, ms'], rows)}

Each time by somebody who was never here: ${LINE.megabitsPerSecond} Mbit/s with ${LINE.latencyMs} ms of latency, the processor slowed ${LINE.processorSlowedBy} times, a window of 360 pixels. All that the page asks for counts, its data too.`,
    }
  },
}
