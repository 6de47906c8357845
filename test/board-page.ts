/** The board as a person handles it: cards by the column they see them in, and two ways to drag one. */
import type { Locator, Page } from 'playwright-core'

/** A command that works until this file is in `.conductor`. */
export const heldBy = (file: string): string =>
  `until [ -e "$CONDUCTOR_HOME/${file}" ]; do sleep 0.1; done`

export const HELD = heldBy('go')

const COLUMNS = ['Backlog', 'In Progress', 'Review', 'Done']

export const columnOn = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: new RegExp(`^${name} `) })

export const cardIn = (page: Page, task: string, column: string): Locator =>
  columnOn(page, column).locator(`[data-task="${task}"]`)

export type Dragging = (page: Page, task: string, to: string) => Promise<void>

export const dragByMouse: Dragging = async (page, task, to) => {
  const from = (await page.locator(`[data-task="${task}"]`).boundingBox())!
  const target = (await columnOn(page, to).boundingBox())!
  await page.mouse.move(from.x + from.width / 3, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + from.width / 3 + 20, from.y + from.height / 2 + 5, { steps: 3 })
  await page.locator('.in-hand').waitFor()
  await page.mouse.move(target.x + target.width / 2, target.y + target.height / 2, { steps: 8 })
  await columnOn(page, to).and(page.locator('[data-over]')).waitFor()
  await page.mouse.up()
  await page.locator('.in-hand').waitFor({ state: 'detached' })
}

export const dragByKeys: Dragging = async (page, task, to) => {
  const card = page.locator(`[data-task="${task}"]`)
  const at = COLUMNS.indexOf((await columnNameOf(card))!)
  const steps = COLUMNS.indexOf(to) - at
  await card.getByRole('link').focus()
  await page.keyboard.press('Space')
  await page.locator('.in-hand').waitFor()
  for (let step = Math.sign(steps); Math.abs(step) <= Math.abs(steps); step += Math.sign(steps)) {
    await page.keyboard.press(steps > 0 ? 'ArrowRight' : 'ArrowLeft')
    await columnOn(page, COLUMNS[at + step]!)
      .and(page.locator('[data-over]'))
      .waitFor()
  }
  await page.keyboard.press('Space')
  await page.locator('.in-hand').waitFor({ state: 'detached' })
}

const columnNameOf = async (card: Locator): Promise<string | undefined> => {
  const heading = await card
    .locator('xpath=ancestor::section[1]')
    .getByRole('heading')
    .textContent()
  return COLUMNS.find((name) => heading?.startsWith(name))
}
