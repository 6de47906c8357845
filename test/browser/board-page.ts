/** Drives the board as a user does: finds cards by their column, and drags them by mouse or keys. */
import type { Locator, Page } from 'playwright-core'
import { dragByMouse as drag, isSeen } from './drag-by-mouse.ts'

/** A command that runs until this file is in `.conductor`. */
export const heldBy = (file: string): string =>
  `until [ -e "$CONDUCTOR_HOME/${file}" ]; do sleep 0.3; done`

export const HELD = heldBy('go')

const COLUMNS = ['Backlog', 'In Progress', 'Review', 'Done']

export const columnOn = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: new RegExp(`^${name} `) })

export const cardIn = (page: Page, task: string, column: string): Locator =>
  columnOn(page, column).locator(`[data-task="${task}"]`)

export type Dragging = (page: Page, task: string, to: string) => Promise<void>

export const dragByMouse: Dragging = async (page, task, to) => {
  const inHand = page.locator('.in-hand')
  const card = page.locator(`[data-task="${task}"]`)
  const target = columnOn(page, to)
  await drag(page, { card, inHand, target, isOver: target.and(page.locator('[data-over]')) })
  await inHand.waitFor({ state: 'detached' })
}

/** A key may be lost while the board moves, so this checks whether the card was picked up, and retries. */
export async function pickUpByKey(page: Page, task: string): Promise<void> {
  for (let look = 0; look < 5; look++) {
    await page.locator(`[data-task="${task}"]`).getByRole('link').focus()
    await page.keyboard.press('Space')
    if (await isSeen(page.locator('.in-hand'))) return
  }
  throw new Error(`${task} was not picked up`)
}

/** Checks where the card is before each key. */
export const dragByKeys: Dragging = async (page, task, to) => {
  const inHand = page.locator('.in-hand')
  const card = page.locator(`[data-task="${task}"]`)
  await pickUpByKey(page, task)
  for (let look = 0; look < 12; look++) {
    const over = page.locator('section[data-over]')
    const at = await columnNameOf((await over.count()) > 0 ? over.first() : card)
    const steps = COLUMNS.indexOf(to) - COLUMNS.indexOf(at!)
    if (steps === 0) break
    await page.keyboard.press(steps > 0 ? 'ArrowRight' : 'ArrowLeft')
    await columnOn(page, COLUMNS[COLUMNS.indexOf(at!) + Math.sign(steps)]!)
      .and(page.locator('[data-over]'))
      .waitFor({ timeout: 2000 })
      .catch(() => {})
  }
  await page.keyboard.press('Space')
  await inHand.waitFor({ state: 'detached' })
}

const columnNameOf = async (card: Locator): Promise<string | undefined> => {
  const heading = await card
    .locator('xpath=ancestor-or-self::section[1]')
    .getByRole('heading')
    .textContent()
  return COLUMNS.find((name) => heading?.startsWith(name))
}
