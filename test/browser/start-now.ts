/** Starts the plan that the page shows, as a user does who agrees with what it will spend. */
import type { Page } from 'playwright-core'

export async function startNow(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await page.getByRole('button', { name: 'Start now' }).click()
}
