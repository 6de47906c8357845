import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { taskId } from '../../src/core/value/ids.ts'
import { cardIn, dragByKeys, dragByMouse, pickUpByKey } from '../browser/board-page.ts'
import { playOnce, type ServedPlay } from '../browser/serve-played.ts'
import { sharedPage } from '../browser/shared-page.ts'
import { OUTCOMES, type Game } from '../played/play.ts'
import { landAll } from '../played/published.ts'

const TIMEOUT = 180_000

const { visit } = sharedPage()

/** Opens the board; returns when it shows that the task `long` is being worked on. */
async function open({ link }: ServedPlay): Promise<Page> {
  const page = await visit(link('/board'))
  // Before the page has all of the run, the board shows its cards, but they have no actions.
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor()
  await cardIn(page, 'long', 'In Progress').waitFor()
  return page
}

/** The tasks of the recorded events of this type. */
const recorded = ({ events }: Game, type: string): readonly unknown[] =>
  events.flatMap((event) => (event.type === type && 'task' in event ? [event.task] : []))

/** Deliveries wait for a review, while another task works. */
describe('in a run with reviews', { timeout: TIMEOUT }, () => {
  const served = playOnce('work:\nlong:\nsign:', {
    isolation: 'worktree',
    review: true,
    agents: 2,
    tasks: { sign: { needsHuman: true } },
  })

  it('each column says while a card is dragged what dropping it there would do, and Escape puts it back', async () => {
    const play = await served()
    const page = await open(play)
    await pickUpByKey(page, 'long')
    const column = (name: string) => page.getByRole('region', { name })
    await column('Backlog').getByText('Put it back into the queue').waitFor()
    await column('Done').getByText('Cancel task').waitFor()
    await column('Review').getByText('it comes to Review by itself').waitFor()
    await page.getByText(/^Picked up long, in In Progress\. Left and right choose/).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.getByText(/^Review: not possible, it comes to Review by itself/).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.getByText('Done: Cancel task').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('long is back where it was.').waitFor()
    expect(play.shop.asked).toEqual([])
  })

  it('a click on a card still opens the task', async () => {
    const page = await open(await served())
    await cardIn(page, 'long', 'In Progress').getByRole('link').click()
    await page.waitForURL('**/tasks/long')
    expect(await page.locator('main h1').innerText()).toBe('long')
  })

  it('a card is sent back with the words that are asked for, lands, starts, or goes back in line', async () => {
    const play = await served()
    const game = play.shop.game()
    const page = await open(play)
    game.end(taskId('work'), OUTCOMES.succeeded)
    await cardIn(page, 'work', 'Review').waitFor()

    // From Review to Backlog it is sent back, to Done it lands.
    await dragByMouse(page, 'work', 'Backlog')
    await page.getByLabel('What should be done differently').fill('say it in German')
    await page.getByRole('button', { name: 'Send it back' }).click()
    await cardIn(page, 'work', 'In Progress').getByText('sent back').waitFor()
    expect(recorded(game, 'task-sent-back')).toEqual(['work'])
    game.end(taskId('work'), OUTCOMES.succeeded)
    await cardIn(page, 'work', 'Review').waitFor()
    await dragByKeys(page, 'work', 'Done')
    await expect.poll(() => game.landing()).toEqual(['work'])
    game.land(taskId('work'))
    await cardIn(page, 'work', 'Done').getByText('Landed').waitFor()

    // From Backlog to In Progress it starts, when it needs nothing but a word.
    await dragByKeys(page, 'sign', 'In Progress')
    await cardIn(page, 'sign', 'In Progress').waitFor()

    // From In Progress to Backlog it goes back in line.
    await dragByMouse(page, 'long', 'Backlog')
    const starts = () => recorded(game, 'attempt-started').filter((task) => task === 'long')
    await expect.poll(starts).toEqual(['long', 'long'])
    expect(recorded(game, 'stop-asked')).toEqual(['long'])
  })
})

describe('in a run with one agent', { timeout: TIMEOUT }, () => {
  const served = playOnce('bad:\nlong:\nfirst:\nsecond:\nextra:\nnext: long', {
    agents: 1,
    // A game begins in 1970, and no task must become urgent for having waited since.
    agingSeconds: 1e12,
    tasks: { bad: { priority: 1 }, long: { priority: 2 } },
  })

  it('a card is tried again, becomes urgent, is left out, is given up, or snaps back where that makes no sense', async () => {
    const play = await served()
    const game = play.shop.game()
    game.end(taskId('bad'), OUTCOMES.failed)
    game.startAll()
    const page = await open(play)
    await cardIn(page, 'bad', 'Review').waitFor()

    // From Backlog to In Progress: it becomes urgent. To Done: it is left out, once that is confirmed.
    await dragByMouse(page, 'second', 'In Progress')
    await cardIn(page, 'second', 'Backlog').getByText('next in line').waitFor()
    expect(recorded(game, 'priority-changed')).toEqual(['second'])
    await dragByMouse(page, 'extra', 'Done')
    await page.getByRole('dialog').getByRole('button', { name: 'Skip it' }).click()
    await cardIn(page, 'extra', 'Done').getByText('Skipped').waitFor()

    // From Review to Backlog: it is tried again.
    await dragByKeys(page, 'bad', 'Backlog')
    await cardIn(page, 'bad', 'Backlog').waitFor()
    await page.getByText('Trying bad again.').waitFor()

    // To where it makes no sense it snaps back, and the page says why.
    await dragByMouse(page, 'next', 'In Progress')
    await page.getByText('next stays: it cannot start yet: after long').waitFor()
    await dragByKeys(page, 'long', 'Review')
    await page
      .getByText('long stays: it comes to Review by itself when its agent is done')
      .waitFor()
    await cardIn(page, 'next', 'Backlog').waitFor()

    // From In Progress to Done: it is given up, once that is confirmed.
    await dragByKeys(page, 'long', 'Done')
    await page.getByRole('dialog').getByRole('button', { name: 'Keep it as it is' }).click()
    await cardIn(page, 'long', 'In Progress').waitFor()
    expect(recorded(game, 'stop-asked')).toEqual([])
    await dragByMouse(page, 'long', 'Done')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel task' }).click()
    await cardIn(page, 'long', 'Done').getByText('Cancelled').waitFor()
    landAll(game)
    expect(recorded(game, 'attempt-started').filter((task) => task !== 'bad')).toEqual([
      'long',
      'second',
      'first',
    ])
    expect(recorded(game, 'task-landed')).toContain('bad')
    expect(game.run.ended).not.toBeNull()
  })
})
