import type { Browser, Page } from 'playwright-core'

/** An old telephone on a modest line. */
export const LINE = { megabitsPerSecond: 9, latencyMs: 40, processorSlowedBy: 4 }
const SIZE = { width: 360, height: 740 }

/** Bytes are of the bodies as they are sent, compressed. Milliseconds are from asking for the page. */
export type FirstView = { kilobytes: number; files: number; paintedMs: number; shownMs: number }

type FirstViewInBytes = Omit<FirstView, 'kilobytes'> & { bytes: number }

async function slowly(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const bytesPerSecond = (LINE.megabitsPerSecond * 1_000_000) / 8
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LINE.latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: LINE.processorSlowedBy })
}

/** The page notes itself when it has drawn, and when it has drawn what matters: whoever asked it again and again would hold it up. */
const noteDrawn = (shows: string) => `
  window.painted = new Promise(resolve => {
    const seen = ([paint]) => paint && resolve(paint.startTime)
    new PerformanceObserver(list => seen(list.getEntriesByName('first-contentful-paint'))).observe({ type: 'paint', buffered: true })
  })
  window.shown = new Promise(resolve => {
    const seen = new MutationObserver(() => {
      if (!document.querySelector(${JSON.stringify(shows)})) return
      seen.disconnect()
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
    })
    seen.observe(document, { childList: true, subtree: true })
  })`

/** Opens a page as somebody who was never here, until it shows what matters (a selector) and asks for nothing more. */
export async function firstView(browser: Browser, url: string, shows: string): Promise<FirstView> {
  const context = await browser.newContext({ viewport: SIZE, locale: 'fr-FR' })
  try {
    const page = await context.newPage()
    await slowly(page)
    await page.addInitScript(noteDrawn(shows))
    await page.goto(url, { waitUntil: 'networkidle' })
    const { bytes, ...seen } = await page.evaluate<FirstViewInBytes>(`(async () => {
      const [paintedMs, shownMs] = await Promise.all([painted, shown])
      const sent = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      const bytes = sent.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
      return { bytes, files: sent.length, paintedMs, shownMs }
    })()`)
    return { kilobytes: bytes / 1_000, ...seen }
  } finally {
    await context.close()
  }
}
