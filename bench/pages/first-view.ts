import type { Browser, Page } from 'playwright-core'

/** An old telephone on a modest line. */
export const LINE = { megabitsPerSecond: 9, latencyMs: 40, processorSlowedBy: 4 }
const SIZE = { width: 360, height: 740 }

/** Bytes are of the bodies as they are sent, compressed. Milliseconds are from asking for the page. */
export type FirstView = { kilobytes: number; files: number; paintedMs: number; shownMs: number }

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

/** The page notes itself when it has drawn what matters: whoever asked it again and again would hold it up. */
const noteShown = (shows: string) => `(() => {
  const seen = new MutationObserver(() => {
    if (!document.querySelector(${JSON.stringify(shows)})) return
    seen.disconnect()
    requestAnimationFrame(() => setTimeout(() => { window.shownMs = performance.now() }))
  })
  seen.observe(document, { childList: true, subtree: true })
})()`

/** Opens a page as somebody who was never here, until it shows what matters (a selector) and asks for nothing more. */
export async function firstView(browser: Browser, url: string, shows: string): Promise<FirstView> {
  const context = await browser.newContext({ viewport: SIZE, locale: 'fr-FR' })
  try {
    const page = await context.newPage()
    await slowly(page)
    await page.addInitScript(noteShown(shows))
    await page.goto(url, { waitUntil: 'networkidle' })
    const seen = await page.evaluate<{
      bytes: number
      files: number
      paintedMs: number
      shownMs?: number
    }>(`(() => {
      const sent = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      return {
        bytes: sent.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
        files: sent.length,
        paintedMs: performance.getEntriesByName('first-contentful-paint')[0].startTime,
        shownMs: window.shownMs,
      }
    })()`)
    const { shownMs } = seen
    if (shownMs === undefined) throw new Error(`${url} never showed ${shows}`)
    return { kilobytes: seen.bytes / 1_000, files: seen.files, paintedMs: seen.paintedMs, shownMs }
  } finally {
    await context.close()
  }
}
