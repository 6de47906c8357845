import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { laneName, runId, taskId } from '../../src/core/value/ids.ts'
import { barriersInEveryLook } from '../browser/axe.ts'
import { servePlayed, type ServedPlay } from '../browser/serve-played.ts'
import { sharedPage } from '../browser/shared-page.ts'
import { BEGUN, landAll, opened, pushed } from '../played/published.ts'

const SLOW = { timeout: 90_000 }

const { visit } = sharedPage()

let play: Promise<ServedPlay> | null = null
afterAll(async () => (await play)?.[Symbol.asyncDispose]())

/** `plain` works; all others have landed, and none is published yet. */
const played = (): Promise<ServedPlay> =>
  (play ??= (async () => {
    const served = await servePlayed(
      'api:\nshop: api\ncart: shop\nside: api\ndocs:\nold:\nodd:\ngone:\nplain-git:\nplain:',
      {
        isolation: 'worktree',
        agents: 10,
        tasks: { api: { name: 'The API of the shop' }, shop: { name: 'The shop' } },
      },
    )
    landAll(served.shop.game(), 'plain')
    return served
  })())

const FEEDBACK = [
  { id: 'check build', by: 'build', kind: 'check', line: '3 of 14 tests failed' },
  { id: 'IC_1', by: 'ann', kind: 'comment', line: 'Please <b>rename</b> this' },
] as const

async function published(): Promise<ServedPlay> {
  const served = await played()
  const game = served.shop.game()
  if (game.run.publishing !== null) return served
  game.record([
    BEGUN,
    ...opened('task-api', 12, { ci: 'pass', review: 'approved' }),
    ...opened('task-shop', 13, {
      base: 'task-api',
      ci: 'fail',
      failing: ['build'],
      review: 'changes-requested',
      feedback: FEEDBACK,
    }),
    { type: 'feedback-handed', lane: laneName('task-shop'), task: taskId('shop'), ids: [] },
    pushed('task-cart', 'task-shop'),
    pushed('task-side', 'task-api'),
    ...opened('task-docs', 14, { isDraft: true, ci: 'pending' }),
    ...opened('task-old', 11, { state: 'merged' }),
    ...opened('task-odd', 15, { url: 'javascript:alert(1)' }),
    ...opened('task-gone', 16),
    { type: 'pull-taken-over', lane: laneName('task-gone'), by: runId(2) },
    ...opened('task-plain-git', 17, { url: '' }),
  ])
  return served
}

const wordsOf = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

const chipsOn = async (page: Page, place: string): Promise<readonly string[]> =>
  (await page.locator(`${place} .pull-chip`).allInnerTexts()).map(wordsOf)

it('says how to begin where nothing is published, and shows no chip', SLOW, async () => {
  const { link } = await played()
  const page = await visit(link('/pull-requests'))
  await page.getByRole('heading', { name: 'This run opens no pull requests' }).waitFor()
  await page.getByText('conductor run --pr', { exact: true }).waitFor()
  expect(await barriersInEveryLook(page)).toEqual([])
  await page.getByRole('link', { name: 'Board', exact: true }).click()
  await page.locator('[data-task="plain"]').waitFor()
  expect(await page.locator('.pull-chip').count()).toBe(0)
})

const idsOf = (page: Page, place: string): Promise<readonly (string | null)[]> =>
  page.locator(place).evaluateAll((all) => all.map((row) => row.getAttribute('data-pull')))

it('lists what waits for the user, and draws who stands on whom', SLOW, async () => {
  const { link } = await published()
  const page = await visit(link('/pull-requests'))
  await page.getByText('1 stuck, 1 to merge, 2 to review').waitFor()
  expect((await page.locator('.queued').allInnerTexts()).map(wordsOf)).toEqual([
    'Stuck The shop Open, checks failed (build), changes requested, 2 remarks open. Open #13',
    'Merge The API of the shop It is approved, and nothing is below it. Open #12',
    'Review task-odd Ready to review. #15',
    'Review task-plain-git Ready to review. #17',
  ])
  expect(await idsOf(page, '.pull')).toEqual([
    'task-api',
    'task-side',
    'task-shop',
    'task-cart',
    'task-odd',
    'task-plain-git',
    'task-docs',
    'task-gone',
    'task-old',
  ])
  const gone = page.locator('.pull[data-pull="task-gone"]')
  expect(wordsOf(await gone.innerText())).toBe(
    'task-gone Pull request #16 taken over task-gone → into main has the work of run 2 now',
  )
  const borders: unknown = await page.evaluate(
    `['gone', 'docs'].map((one) => getComputedStyle(document.querySelector('.pull[data-pull="task-' + one + '"] .pull-chip')).borderStyle)`,
  )
  expect(borders).toEqual(['dashed', 'solid'])
  const marks = await page.locator('.stack').first().locator('.rail-mark').all()
  const places = await Promise.all(marks.map(async (mark) => (await mark.boundingBox())!.x))
  const [bottom] = places
  expect(places.map((x) => Math.sign(x - bottom!))).toEqual([0, 1, 0, 0])
  const shop = page.locator('.pull[data-pull="task-shop"]')
  expect(wordsOf(await shop.innerText())).toBe(
    'The shop Pull request #13 checks failed, changes requested stuck task-shop → into task-api stands on #12 1 round of answers by an agent open, checks failed (build), changes requested, 2 remarks open build 3 of 14 tests failed ann Please <b>rename</b> this',
  )
  expect(await page.title()).toContain('Pull requests')
  expect(await barriersInEveryLook(page)).toEqual([])
})

it('is there for a past run, too', SLOW, async () => {
  const { link } = await published()
  const page = await visit(link('/runs/1/board'))
  const tabs = page.getByRole('navigation', { name: 'Views of run 1' })
  await tabs.getByRole('link', { name: 'Pull requests' }).click()
  await page.waitForURL('**/runs/1/pull-requests')
  await page.locator('.past-view .stack').first().waitFor()
  const title = page.locator('.pull[data-pull="task-shop"] .pull-title')
  expect(await title.getAttribute('href')).toBe('/runs/1/tasks/shop')
  expect(await barriersInEveryLook(page)).toEqual([])
})

it('is opened by keys, and gone through by keys', SLOW, async () => {
  const { link } = await published()
  const page = await visit(link('/board'))
  await page.locator('[data-task="plain"]').waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('u')
  await page.waitForURL('**/pull-requests')
  await page.locator('.pull[data-pull="task-api"]').waitFor()
  await page.keyboard.press('j')
  expect(await page.locator(':focus').innerText()).toBe('The shop')
  for (const _ of [1, 2, 3, 4, 5, 6]) await page.keyboard.press('j')
  expect(await page.locator(':focus').innerText()).toBe('The shop')
  expect(await page.locator('.pull :focus').count()).toBe(1)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/tasks/shop')
  expect(await chipsOn(page, '.task-head')).toEqual([
    'Pull request #13 checks failed, changes requested',
  ])
})

it('shows the text of one that has no page', SLOW, async () => {
  const { link } = await published()
  const page = await visit(link('/pull-requests'))
  const plain = page.locator('.pull[data-pull="task-plain-git"]')
  await plain.getByText('Its text').click()
  expect(await plain.locator('pre').innerText()).toMatch(/^## Summary\n[^]*## Test plan/)
  expect(await page.getByText('Its text').count()).toBe(1)
  expect(await barriersInEveryLook(page)).toEqual([])
})

it(
  'approves one that has no page, or requests changes, and keeps the words if that fails',
  SLOW,
  async () => {
    const { link, shop } = await published()
    const page = await visit(link('/pull-requests'))
    const plain = page.locator('.pull[data-pull="task-plain-git"]')
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    expect(await button('Approve').count()).toBe(1)
    await button('Request changes').click()
    expect(await button('Send').isDisabled()).toBe(true)
    const words = plain.getByLabel('What has to change')
    await words.fill('Name it better')
    expect(await barriersInEveryLook(page)).toEqual([])
    const held = Promise.withResolvers<void>()
    await page.route('**/pull-request/review', async (route) => {
      await held.promise
      await route.abort()
    })
    await button('Send').click()
    await button('Sending …').waitFor()
    expect(await button('Approve').isDisabled()).toBe(true)
    held.resolve()
    await plain.getByRole('alert').getByText('the server does not answer').waitFor()
    expect(await words.inputValue()).toBe('Name it better')
    await page.unroute('**/pull-request/review')
    await words.press('Control+Enter')
    await plain.getByRole('status').getByText('because its work comes from a command').waitFor()
    expect(await words.count()).toBe(0)
    await button('Approve').click()
    await plain.getByText('To merge it, merge origin/task-plain-git into main').waitFor()
    expect(shop.reviewed).toEqual([
      ['changes-requested', 'plain-git', 'Name it better'],
      ['approved', 'plain-git', ''],
    ])
    expect(await barriersInEveryLook(page)).toEqual([])
  },
)

it('puts a chip on cards and lanes, which leads to web addresses only', SLOW, async () => {
  const { link } = await published()
  const page = await visit(link('/board'))
  const chip = page.locator('[data-task="api"] .pull-chip')
  await chip.waitFor()
  expect(wordsOf(await chip.innerText())).toBe('Pull request #12 checks passed, approved')
  expect(await chip.evaluate((a) => [a.getAttribute('href'), a.getAttribute('rel')])).toEqual([
    'https://github.com/acme/shop/pull/12',
    'noreferrer',
  ])
  expect(await chipsOn(page, '[data-task="docs"]')).toEqual([
    'Pull request #14 checks running, draft',
  ])
  expect(await chipsOn(page, '[data-task="old"]')).toEqual(['Pull request #11 merged'])
  expect(await chipsOn(page, '[data-task="plain"]')).toEqual([])
  expect(await page.locator('[data-task="odd"] a.pull-chip').count()).toBe(0)
  expect(await chipsOn(page, '[data-task="odd"]')).toEqual(['Pull request #15 no checks, open'])
  expect(await barriersInEveryLook(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('link', { name: 'Lanes', exact: true }).click()
  await page.getByRole('button', { name: / finished$/ }).click()
  expect(await chipsOn(page, '[data-lane="task-api"]')).toEqual([
    'Pull request #12 checks passed, approved',
  ])
  expect(
    await page
      .locator('.lane-line')
      .evaluateAll((all) => all.every((line) => line.clientHeight === 48)),
  ).toBe(true)
  expect(await barriersInEveryLook(page)).toEqual([])
})

it('says once why the forge does not answer, and what to do', SLOW, async () => {
  const { link, shop } = await published()
  const problem = {
    is: 'no-token',
    message: 'GitHub needs a token',
    hint: 'Set GITHUB_TOKEN.',
    notBefore: null,
  } as const
  shop.game().record([{ type: 'forge-troubled', problem }])
  const page = await visit(link('/pull-requests'))
  await page.getByRole('alert').getByText('Set GITHUB_TOKEN.').waitFor()
  expect(await page.getByText('GitHub needs a token').count()).toBe(1)
  expect(await barriersInEveryLook(page)).toEqual([])
})
