/** How much CPU time a page has used: unlike the time of its frames, it does not depend on what else the machine does. */
import type { Page } from 'playwright-core'

/** The returned function tells the milliseconds so far. */
export async function clockOf(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000
  }
}
