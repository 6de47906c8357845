/** Drags a card by mouse. The card and its target may move meanwhile, so each step is checked and retried. */
import type { Locator, Page } from 'playwright-core'

export interface Drag {
  readonly card: Locator
  /** On the page as long as the card is dragged. */
  readonly inHand: Locator
  readonly target: Locator
  /** On the page as long as the card is over its target. */
  readonly isOver: Locator
}

const LOOKS = 8

export async function dragByMouse(
  page: Page,
  { card, inHand, target, isOver }: Drag,
): Promise<void> {
  await again('the card was not picked up', async () => {
    const { x, y } = await placeOf(card)
    // The button must not be released over the card: that would be a click.
    await page.mouse.move(0, 0)
    await page.mouse.up()
    await page.mouse.move(x + 30, y + 14)
    await page.mouse.down()
    await page.mouse.move(x + 50, y + 24, { steps: 3 })
    return isSeen(inHand)
  })
  await again('the card did not come to its target', async () => {
    const { x, y, width, height } = await placeOf(target)
    await page.mouse.move(x + width / 2, y + height / 2, { steps: 8 })
    return isSeen(isOver)
  })
  await page.mouse.up()
}

const placeOf = async (what: Locator) => (await what.boundingBox())!

async function again(trouble: string, attempt: () => Promise<boolean>): Promise<void> {
  for (let look = 0; look < LOOKS; look++) if (await attempt()) return
  throw new Error(trouble)
}

export const isSeen = (what: Locator): Promise<boolean> =>
  what.waitFor({ timeout: 1500 }).then(
    () => true,
    () => false,
  )
