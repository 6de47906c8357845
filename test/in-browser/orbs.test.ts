/** The orbs view in a real browser: the list, the card, and Suggest Order in all its states. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { barriersInEveryLook, barriersOn } from '../browser/axe.ts'
import type { PageOptions } from '../browser/browser.ts'
import { sharedPage } from '../browser/shared-page.ts'
import { serveOrbs, type ServedOrbs } from '../browser/serve-orbs.ts'
import { taskOf } from '../../src/core/run/run.ts'
import { taskId } from '../../src/core/value/ids.ts'
import { until } from '../until.ts'

const SLOW = { timeout: 90_000 }

const SHOP = `
shop main
  #42 feature-auth pending 7m
    #43 feature-auth-tests fail 2h
      #44 feature-auth-ui stuck 9m says Which colour?
  #45 feature-api pass 20m
    #46 api-docs pass 1h
  #47 bugfix-nav pass 3m
  #48 old-docs ghost
infra develop
  #9 dns working 1m says Running the tests
`

let orbs: ServedOrbs
const { visit } = sharedPage()

beforeAll(async () => void (orbs = await serveOrbs()))
afterAll(() => orbs[Symbol.asyncDispose]())
beforeEach(() => {
  orbs.show(SHOP)
  orbs.prepare(null)
  orbs.enable(true)
})

const open = async (path = '/orbs?as=list', options: PageOptions = {}): Promise<Page> => {
  const page = await visit(orbs.link(path), options)
  await page.getByRole('toolbar', { name: 'Workspaces' }).waitFor()
  return page
}

const rowOf = (page: Page, branch: string): Locator =>
  page.locator(`[role="treeitem"][data-orb$=":${branch}"]`)

const branchesIn = async (page: Page): Promise<readonly string[]> =>
  (await page.locator('.orb-row .orb-name').allInnerTexts()).map((text) => text.trim())

const cardOn = (page: Page): Locator => page.locator('.orb-card')

const dialogOn = (page: Page): Locator => page.getByRole('dialog', { name: 'Suggested Orderings' })

async function suggest(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: '✨ Suggest Order' }).click()
  await page.locator('.strategy').first().waitFor()
  return dialogOn(page)
}

const textsOf = async (all: Locator): Promise<readonly string[]> =>
  (await all.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim())

const phasesOf = (page: Page, number: number): Promise<readonly string[]> =>
  textsOf(
    page
      .locator('.strategy')
      .nth(number - 1)
      .locator('.phase-rows > li'),
  )

/** Waits for it, and returns its words. */
const wordsOf = async (what: Locator): Promise<string> => {
  await what.waitFor()
  return what.innerText()
}

/** Green, blue, purple, amber, red, cyan. */
const PHASE_COLOURS = [
  'rgb(34, 197, 94)',
  'rgb(59, 130, 246)',
  'rgb(168, 85, 247)',
  'rgb(245, 158, 11)',
  'rgb(239, 68, 68)',
  'rgb(6, 182, 212)',
]

const coloursOf = (page: Page, which: string): Promise<readonly string[]> =>
  page.evaluate(
    `[...document.querySelectorAll('${which}')].map((one) => getComputedStyle(one).backgroundColor)`,
  )

/** Computed styles, by the names of their properties; `of` may name a pseudo-element of the first match. */
const styleOf = (
  page: Page,
  which: string,
  names: readonly string[],
  of = '',
): Promise<readonly string[]> =>
  page.evaluate(
    `((style) => ${JSON.stringify(names)}.map((name) => style[name]))(getComputedStyle(document.querySelector('${which}'), '${of}'))`,
  )

const has = (page: Page, text: string | RegExp): Promise<void> =>
  page.getByText(text).first().waitFor()

describe('the list of workspaces', () => {
  it('shows the trees of all repositories, their figures, and its title', SLOW, async () => {
    const page = await open()
    await page.getByRole('tree', { name: 'Workspaces by repository' }).waitFor()
    expect(await page.title()).toBe('Orbs - Conductor Worktree Tracker 3D')
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(
      'Conductor Worktree Tracker 3D',
    )
    expect(await branchesIn(page)).toEqual([
      'shop',
      '#42 feature-auth',
      '#43 feature-auth-tests',
      '#44 feature-auth-ui',
      '#45 feature-api',
      '#46 api-docs',
      '#47 bugfix-nav',
      '#48 old-docs',
      'infra',
      '#9 dns',
    ])
    expect(await rowOf(page, 'feature-auth-ui').getAttribute('aria-level')).toBe('4')
    expect(await textsOf(page.getByRole('group', { name: 'Summary' }).getByRole('button'))).toEqual(
      ['2 can merge now', '1 stuck', '1 CI failing', '1 working', '#42 holds up 2'],
    )
  })

  it('is walked by keys; Enter goes to the card, and Escape back', SLOW, async () => {
    const page = await open()
    await page.getByRole('tree').focus()
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight'])
      await page.keyboard.press(key)
    await page.waitForURL(/orb=shop%3Afeature-auth-ui/)
    expect(await rowOf(page, 'feature-auth-ui').getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    expect(await rowOf(page, 'feature-auth-ui').count()).toBe(0)
    await page.keyboard.press('Enter')
    await cardOn(page)
      .getByRole('link', { name: 'Open pull request' })
      .and(page.locator(':focus'))
      .waitFor()
    await page.keyboard.press('Escape')
    await cardOn(page).waitFor({ state: 'detached' })
    await page.getByRole('tree').and(page.locator(':focus')).waitFor()
  })

  it('is searched and filtered, and a link shows the same', SLOW, async () => {
    const page = await open()
    await page.keyboard.press('/')
    await page.keyboard.type('auth')
    await has(page, '3 of 8')
    await page.getByRole('button', { name: '1 CI failing' }).click()
    await has(page, '1 of 8')
    expect(await branchesIn(page)).toEqual(['shop', '#42 feature-auth', '#43 feature-auth-tests'])
    await page.reload()
    await has(page, '1 of 8')
    await page.getByRole('button', { name: '1 CI failing' }).click()
    await page.getByLabel('Search workspaces').fill('')
    await page.getByLabel('Which repository').selectOption('infra')
    await until('one', async () => (await branchesIn(page)).join() === 'infra,#9 dns')
    await page.getByLabel('Which repository').selectOption('')
    await page.getByLabel('Which workspaces').selectOption('Can merge now')
    await has(page, '2 of 8')
    expect(await branchesIn(page)).toEqual(['shop', '#45 feature-api', '#47 bugfix-nav'])
  })

  it(
    'says when nothing is found, in the list and in the hall, and clears the filters',
    SLOW,
    async () => {
      for (const as of ['list', '2d']) {
        const page = await open(`/orbs?as=${as}&q=auth&show=can-merge&repository=infra`)
        await page.getByRole('heading', { name: 'No workspace matches' }).waitFor()
        await has(page, '0 of 8')
        await page.getByRole('button', { name: 'Clear filters' }).click()
        await page
          .getByRole('heading', { name: 'No workspace matches' })
          .waitFor({ state: 'detached' })
        expect(new URL(page.url()).search).toBe(`?as=${as}`)
        expect(await page.getByLabel('Search workspaces').inputValue()).toBe('')
      }
    },
  )

  it('follows what happens: others come and go, and who stops working flashes', SLOW, async () => {
    const page = await open('/orbs?as=list&orb=infra:dns')
    await has(page, 'working: Running the tests')
    orbs.show(`${SHOP.replace('dns working', 'dns')}  #10 mail pass\n`)
    await rowOf(page, 'mail').waitFor()
    await page.locator('.orb-row[data-flash="true"]').filter({ hasText: 'dns' }).waitFor()
    await page.locator('.orb-row[data-flash="true"]').waitFor({ state: 'detached' })
    expect(await rowOf(page, 'dns').getAttribute('aria-selected')).toBe('true')
  })
})

describe('the hall', () => {
  const selectedOn = (page: Page): string | null => new URL(page.url()).searchParams.get('orb')

  it('is walked by arrows; Enter goes to the card, Escape selects none', SLOW, async () => {
    const page = await open('/orbs?as=2d')
    const hall = page.getByRole('application')
    await hall.locator('svg').first().waitFor()
    for (const [key, orb] of [
      ['ArrowRight', 'shop:feature-auth'],
      ['ArrowUp', 'shop:feature-auth-tests'],
      ['ArrowRight', 'shop:api-docs'],
      ['ArrowDown', 'shop:feature-api'],
    ] as const) {
      await page.keyboard.press(key)
      await until(`${key} leads to ${orb}`, () => selectedOn(page) === orb)
    }
    expect(await page.locator('.hall-place [role="status"]').innerText()).toMatch(
      /^#45 feature-api, shop, CI passing, holds up 1 workspace, active \d+m ago/,
    )
    await page.keyboard.press('Enter')
    await cardOn(page)
      .getByRole('link', { name: 'Open pull request' })
      .and(page.locator(':focus'))
      .waitFor()
    await page.keyboard.press('Escape')
    await until('none is selected', () => selectedOn(page) === null)
    await hall.and(page.locator(':focus')).waitFor()
  })

  it('is drawn in 3D, with a legend of states, of freshness, or of phases', SLOW, async () => {
    orbs.show(`${SHOP}  mail after:infra:dns blocked by the legal team\n`)
    const page = await open('/orbs', { width: 1100, height: 600 })
    await page.locator('.hall canvas').waitFor()
    const legend = page.getByRole('list', { name: 'Legend' })
    expect(await textsOf(legend.getByRole('listitem'))).toEqual([
      'CI passing',
      'CI pending',
      'CI failing',
      'agent working',
      'stuck',
      'idle',
      'blocked',
      'depends on',
      'PR, no workspace',
      'larger: more wait',
    ])
    await page.getByRole('button', { name: 'Freshness' }).click()
    await legend.getByText('not for 30m').waitFor()
    await suggest(page)
    await page.getByRole('button', { name: 'Apply Highlights to Orbs' }).click()
    await legend.getByText('start now').waitFor()
    expect((await textsOf(legend.getByRole('listitem')))[0]).toMatch(/start now 4$/)
    for (const key of ['f', '+', '-']) await page.keyboard.press(key)
    await page.getByRole('button', { name: '#42 holds up 2' }).click()
    await cardOn(page).waitFor()
  })

  it('is shown in 2D, and says so, when the browser has no WebGL', SLOW, async () => {
    const page = await open()
    await page.evaluate(`
      window.getContext = HTMLCanvasElement.prototype.getContext
      HTMLCanvasElement.prototype.getContext = () => null
    `)
    await open('/orbs')
    await has(page, 'This browser cannot draw in 3D here, so the hall is shown in 2D.')
    await page.locator('.hall svg').first().waitFor()
    expect(await page.getByRole('button', { name: '2D', pressed: true }).count()).toBe(1)
    await page.evaluate('HTMLCanvasElement.prototype.getContext = window.getContext')
  })
})

describe('the card of a workspace', () => {
  it('says what it waits for and what waits for it, and leads there', SLOW, async () => {
    const page = await open('/orbs?as=list&orb=shop:feature-auth-tests')
    const card = cardOn(page)
    expect(await card.getByRole('heading', { level: 2 }).innerText()).toBe('#43 feature-auth-tests')
    expect(
      (await card.locator('dl').innerText()).split('\n').filter((line) => line !== ''),
    ).toEqual([
      'Merges into',
      'feature-auth',
      'Waits for',
      '#42',
      'Holds up',
      '1 workspace',
      '#44',
      'CI',
      '✗ failing',
      'Author',
      'sven',
    ])
    expect(await card.getByRole('link', { name: 'Branch on GitHub' }).getAttribute('href')).toBe(
      'https://github.com/acme/shop/tree/feature-auth-tests',
    )
    await card.getByRole('button', { name: 'Open the worktree' }).click()
    expect(await card.getByRole('menuitem').allInnerTexts()).toEqual([
      'VS Code',
      'Cursor',
      'Zed',
      'JetBrains',
      'Copy path',
    ])
    await page.keyboard.press('Escape')
    await card.getByRole('button', { name: '#42' }).click()
    await page.waitForURL(/orb=shop%3Afeature-auth(&|$)/)
    await page.getByRole('button', { name: 'Select no workspace' }).click()
    await card.waitFor({ state: 'detached' })
  })

  it('records what blocks it from outside, and removes it', SLOW, async () => {
    const page = await open('/orbs?as=list&orb=shop:bugfix-nav')
    await cardOn(page).getByRole('button', { name: 'Record a blocker' }).click()
    await page.getByLabel('Blocked by').fill('waits for the <b>design</b> review')
    await page.keyboard.press('Enter')
    const blocker = cardOn(page)
      .getByRole('listitem')
      .filter({ hasText: 'waits for the <b>design</b> review' })
    await blocker.waitFor()
    const dialog = await suggest(page)
    expect(await wordsOf(dialog.getByRole('region', { name: 'Not in the order' }))).toContain(
      'bugfix-nav blocked by: waits for the <b>design</b> review',
    )
    await page.keyboard.press('Escape')
    await blocker.getByRole('button', { name: /^Remove the blocker/ }).click()
    await blocker.waitFor({ state: 'detached' })
  })
})

describe('the button of Suggest Order', () => {
  it(
    'floats at the bottom right, and lifts with a stronger shadow under the pointer',
    SLOW,
    async () => {
      const page = await open()
      const button = page.getByRole('button', { name: '✨ Suggest Order' })
      const { x, y, width, height } = (await button.boundingBox())!
      expect([1280 - x - width, 800 - y - height]).toEqual([16, 16])
      expect(await button.locator('svg').count()).toBe(1)
      const look = (): Promise<string> =>
        page.evaluate<string>(
          `(({ transform, boxShadow }) => transform + ' ' + boxShadow)(getComputedStyle(document.querySelector('.suggest-button')))`,
        )
      const still = await look()
      await button.hover()
      await until('it lifts', async () => /matrix\(1, 0, 0, 1, 0, -2\) .*22px/.test(await look()))
      await page.mouse.move(0, 0)
      await until('it is as before', async () => (await look()) === still)
    },
  )

  it('sends the trees, and says that it is working until the answer comes', SLOW, async () => {
    const page = await open()
    let answer = (): void => {}
    const mayAnswer = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/api/suggest-parallelization', async (route) => {
      await mayAnswer
      await route.continue()
    })
    const sent = page.waitForRequest(
      (request) =>
        request.method() === 'POST' && request.url().endsWith('/api/suggest-parallelization'),
    )
    await page.getByRole('button', { name: '✨ Suggest Order' }).click()
    const { trees, ...rest } = (await sent).postDataJSON() as { trees: Record<string, unknown> }
    expect(rest).toEqual({ count: 3, engine: 'offline' })
    expect(trees).toMatchObject({
      shop: {
        branch: 'main',
        children: [{ branch: 'feature-auth', ci_status: 'pending' }, {}, {}, {}],
      },
      infra: { branch: 'develop', children: [{ branch: 'dns', status: 'working' }] },
    })
    const status = dialogOn(page).getByRole('status', {
      name: 'Analyzing dependency graph with Claude...',
    })
    expect(await wordsOf(status)).toBe('Analyzing with Claude...')
    expect(await dialogOn(page).getAttribute('aria-description')).toBe(
      'Parallelization Suggestions',
    )
    expect(await status.locator('.spinner').isVisible()).toBe(true)
    expect(
      await styleOf(page, '.suggest-middle .spinner', [
        'width',
        'height',
        'borderTopWidth',
        'borderRadius',
        'animationName',
        'animationDuration',
        'animationIterationCount',
      ]),
    ).toEqual(['40px', '40px', '3px', '50%', 'spinner-turn', '1s', 'infinite'])
    const [ring, arc] = await styleOf(page, '.spinner', ['borderLeftColor', 'borderTopColor'])
    expect(arc).not.toBe(ring)
    answer()
    await page.locator('.strategy').first().waitFor()
  })
})

describe('Suggest Order', () => {
  it('shows orderings at once, with phases, times, bottlenecks and insights', SLOW, async () => {
    const page = await open()
    const button = page.getByRole('button', { name: '✨ Suggest Order' })
    expect(await button.getAttribute('title')).toBe('Get AI-powered parallelization suggestions')
    const dialog = await suggest(page)
    const { width, height } = (await dialog.boundingBox())!
    expect([width, height]).toEqual([600, 640])
    expect(
      await styleOf(
        page,
        'dialog',
        ['position', 'width', 'height', 'backgroundColor'],
        '::backdrop',
      ),
    ).toEqual(['fixed', '1280px', '800px', 'rgba(8, 10, 16, 0.6)'])
    expect(await dialog.getByText(/^7 workspaces in 2 repositories: /).innerText()).toBe(
      await dialog.locator('.suggest-summary').innerText(),
    )
    expect(await dialog.getByRole('heading', { level: 3 }).first().innerText()).toBe(
      'Select a Strategy',
    )
    expect(
      await page.evaluate(
        `(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)(document.querySelector('dialog'))`,
      ),
    ).toBe(true)
    expect(await coloursOf(page, '.strategy:first-child .phase-badge')).toEqual(
      PHASE_COLOURS.slice(0, 3),
    )
    expect(await dialog.getByRole('heading', { level: 4 }).allInnerTexts()).toEqual([
      'Ordering 1: Maximum Parallelism',
      'Ordering 2: Depth-First',
      'Ordering 3: CI-Optimized',
    ])
    expect(await phasesOf(page, 1)).toEqual([
      'Phase 1 Waits for nothing (4 tasks) feature-auth, feature-api, bugfix-nav, dns',
      'Phase 2 After feature-auth, feature-api (2 tasks) feature-auth-tests, api-docs',
      'Phase 3 After feature-auth-tests (1 task) feature-auth-ui',
    ])
    const [first, second] = [
      dialog.locator('.strategy').first(),
      dialog.locator('.strategy').nth(1),
    ]
    expect(await wordsOf(first.getByRole('blockquote'))).toMatch(/^“.{20,}”$/)
    expect((await textsOf(first.locator('.badge')))[0]).toBe('3 phases')
    expect(await first.getAttribute('data-selected')).toBe('true')
    expect(await second.getAttribute('data-selected')).toBe('false')
    const edgeOf = async (card: number): Promise<string> =>
      (await styleOf(page, `.strategy:nth-child(${card})`, ['borderTopColor']))[0]!
    expect(await edgeOf(1)).not.toBe(await edgeOf(2))
    await dialog.getByRole('radio', { name: /CI-Optimized/ }).check()
    expect(await first.getAttribute('data-selected')).toBe('false')
    expect((await phasesOf(page, 3)).join(' ')).toMatch(
      /bugfix-nav \(CI: ✓ passing ?\).*feature-auth \(CI: pending\).*\(CI: ✗ failing ?\)/,
    )
    await first.getByText('Bottlenecks: feature-auth').waitFor()
    await dialog
      .getByRole('region', { name: 'Dependency Insights' })
      .getByText('PR #42 is blocking 2 downstream PRs')
      .waitFor()
    expect(await wordsOf(dialog.locator('.claude-line'))).toBe(
      'Claude was not asked: ANTHROPIC_API_KEY is not set',
    )
    expect(await textsOf(dialog.getByRole('table').getByRole('row'))).toEqual([
      'Ordering Phases Predicted time Rebases',
      expect.stringMatching(/^Maximum Parallelism 3 \d+m( \d+s)? fastest \d+$/),
      expect.stringMatching(/^Depth-First 7 \d+m( \d+s)? \d+$/),
      expect.stringMatching(/^CI-Optimized \d \d+m( \d+s)? \d+$/),
    ])
    await until('clicks and choices are counted', async () => {
      const { engaged } = await orbs.use()
      return engaged['clicked']! > 0 && engaged['selected']! > 0
    })
    await until('the display was measured', async () => {
      const { engaged, seconds } = await orbs.use()
      const { display } = seconds as { display: { count: number; longest_s: number } }
      return engaged['shown']! > 0 && display.count > 0 && display.longest_s < 5
    })
  })

  it(
    'begins by a link, as the palette does it; not where suggestions are switched off',
    SLOW,
    async () => {
      const page = await open('/orbs?as=list&suggest=now')
      await page.locator('.strategy').first().waitFor()
      expect(new URL(page.url()).search).toBe('?as=list')
      await page.keyboard.press('Escape')
      await dialogOn(page).waitFor({ state: 'detached' })
      orbs.enable(false)
      await open('/orbs?as=list&suggest=now')
      await page.waitForURL((url) => !url.searchParams.has('suggest'))
      expect(await page.getByRole('dialog').count()).toBe(0)
    },
  )

  it('is compact by choice: short names, and phases on one line with arrows', SLOW, async () => {
    const page = await open()
    const dialog = await suggest(page)
    await dialog.getByLabel('Compact').check()
    expect(await dialog.locator('.compact-phases').first().innerText()).toBe(
      '1. auth, api, nav, dns → 2. auth-tests, api-docs → 3. auth-ui',
    )
    expect(await dialog.locator('.compact-phases').nth(2).innerText()).toContain('nav ✓')
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await dialog.waitFor({ state: 'detached' })
  })

  it(
    'closes by the cross, by Escape and by a click beside it, and changes nothing',
    SLOW,
    async () => {
      const page = await open()
      for (const close of [
        (dialog: Locator) => dialog.getByRole('button', { name: 'Close' }).first().click(),
        () => page.keyboard.press('Escape'),
        () => page.mouse.click(5, 400),
      ]) {
        const dialog = await suggest(page)
        expect(await page.getByRole('dialog').count()).toBe(1)
        await close(dialog)
        await dialog.waitFor({ state: 'detached' })
      }
      expect(await page.locator('.highlights').count()).toBe(0)
    },
  )

  it(
    'highlights the chosen ordering until Clear, also when the dialog is opened again',
    SLOW,
    async () => {
      const page = await open()
      const before = await page.locator('.orb-list').innerHTML()
      const dialog = await suggest(page)
      await dialog.locator('.strategy').nth(1).locator('header').click()
      expect(await coloursOf(page, '[data-selected="true"] .phase-badge')).toEqual([
        ...PHASE_COLOURS,
        PHASE_COLOURS[0],
      ])
      await dialog.getByRole('button', { name: 'Apply Highlights to Orbs' }).click()
      await dialog.waitFor({ state: 'detached' })
      const panel = page.getByRole('region', { name: 'Highlighted order' })
      await panel.getByRole('heading', { name: 'Depth-First' }).waitFor()
      await panel.getByText(/Finish one stack to its top/).waitFor()
      expect(await rowOf(page, 'feature-auth-ui').locator('.orb-phase').innerText()).toBe('Phase 3')
      expect(await rowOf(page, 'old-docs').locator('.orb-phase').innerText()).toBe(
        'not in the order',
      )
      expect(
        await rowOf(page, 'feature-auth').locator('.orb-mark').getAttribute('data-colour'),
      ).toBe('phase-1')
      await suggest(page)
      await page.keyboard.press('Escape')
      await panel.waitFor()
      await panel.getByRole('button', { name: 'Other orderings' }).click()
      await dialogOn(page).getByRole('button', { name: 'Apply Highlights to Orbs' }).click()
      await panel.getByRole('button', { name: 'Clear' }).click()
      await panel.waitFor({ state: 'detached' })
      const plain = (html: string): string => html.replace(/ data-active="\w+"/g, '')
      expect(plain(await page.locator('.orb-list').innerHTML())).toBe(plain(before))
    },
  )

  it('takes wishes: more orderings, a limit, and which comes first', SLOW, async () => {
    const page = await open()
    const dialog = await suggest(page)
    await dialog.getByText('Options').click()
    await dialog.getByLabel('Orderings', { exact: true }).selectOption('5')
    await dialog.getByLabel('At most at once').fill('2')
    await dialog.getByLabel('Show first').selectOption('Unblock most')
    await dialog.getByRole('button', { name: 'Suggest again' }).click()
    await until('five', async () => (await dialog.locator('.strategy').count()) === 5)
    expect(await dialog.getByRole('heading', { level: 4 }).first().innerText()).toMatch(
      /^Ordering 1: Unblock/i,
    )
    for (const row of await phasesOf(page, 1)) expect(row).toMatch(/\([12] tasks?\)/)
  })

  it(
    'lets the user move a workspace to another phase, and says what is wrong with that',
    SLOW,
    async () => {
      const page = await open()
      const dialog = await suggest(page)
      await dialog.getByRole('button', { name: 'Edit phases' }).click()
      await dialog.getByText('Every workspace is after those that it waits for.').waitFor()
      await dialog.getByLabel('Phase of api-docs').selectOption('Phase 1')
      await dialog
        .getByText('shop:api-docs is not after shop:feature-api, which it waits for')
        .waitFor()
      await dialog.getByLabel('Phase of api-docs').selectOption('Phase 3')
      await dialog.getByText('Every workspace is after those that it waits for.').waitFor()
      await dialog.getByRole('button', { name: 'Done editing' }).click()
      await dialog
        .getByRole('heading', { name: 'Ordering 1: Maximum Parallelism (edited)' })
        .waitFor()
      await dialog.getByRole('button', { name: 'Apply Highlights to Orbs' }).click()
      expect(await rowOf(page, 'api-docs').locator('.orb-phase').innerText()).toBe('Phase 3')
    },
  )

  it('keeps whether an ordering is useful', SLOW, async () => {
    const page = await open()
    const dialog = await suggest(page)
    await dialog.getByRole('button', { name: 'Not useful' }).click()
    await dialog.getByRole('button', { name: 'Not useful', pressed: true }).waitFor()
    const said = async (): Promise<object | undefined> =>
      ((await orbs.use())['feedback'] as Record<string, object>)['max_parallel']
    await until('it is kept', said)
    expect(await said()).toEqual({ useful: 0, not_useful: 1 })
  })

  it('marks orderings as stale when the workspaces change meanwhile', SLOW, async () => {
    const page = await open()
    const dialog = await suggest(page)
    orbs.show(SHOP.replace('bugfix-nav pass', 'bugfix-nav fail'))
    const stale = dialog.getByText('The workspaces have changed since these orderings were made.')
    await stale.waitFor()
    await dialog.getByRole('button', { name: 'Suggest again' }).first().click()
    await stale.waitFor({ state: 'detached' })
    await dialog.getByRole('radio', { name: /CI-Optimized/ }).check()
    expect((await phasesOf(page, 3)).join(' ')).toMatch(/bugfix-nav \(CI: ✗ failing ?\)/)
  })
})

describe('Claude', () => {
  const answer = (change: object = {}): object => ({
    strategies: [
      {
        strategy_id: 'review_first',
        name: 'Review first <img src=x onerror=alert(1)>',
        description: 'Get <script>alert(1)</script> reviewed.',
        phases: [
          { workspace_ids: ['shop/feature-auth', 'infra/dns'] },
          { workspace_ids: ['shop/feature-api', 'shop/bugfix-nav', 'shop/feature-auth-tests'] },
        ],
      },
    ],
    analysis_summary: 'Claude says <b>hello</b>.',
    dependency_insights: ['<i>auth</i> blocks the most'],
    ...change,
  })

  it('adds its orderings; everything it says is shown as text', SLOW, async () => {
    orbs.prepare({ value: answer() })
    const page = await open()
    page.on('dialog', () => expect.unreachable('a script of Claude has run'))
    const dialog = await suggest(page)
    await dialog
      .getByRole('heading', { name: 'Ordering 4: Review first <img src=x onerror=alert(1)>' })
      .waitFor()
    await dialog.getByText('Claude says <b>hello</b>.').waitFor()
    await dialog.getByText('<i>auth</i> blocks the most').waitFor()
    await dialog.getByText('Get <script>alert(1)</script> reviewed.').waitFor()
    expect(await dialog.locator('img, script, b, i').count()).toBe(0)
  })

  it('is not asked before the page knows whether it can be asked', SLOW, async () => {
    const told = Promise.withResolvers<void>()
    const page = await visit(orbs.link('/runs'))
    await page.route('**/api/suggest-parallelization', async (route) => {
      if (route.request().method() === 'GET') await told.promise
      await route.continue()
    })
    await page.goto(orbs.link('/orbs?as=list'))
    const dialog = await suggest(page)
    told.resolve()
    expect(await wordsOf(dialog.locator('.claude-line'))).toBe(
      'Claude was not asked: ANTHROPIC_API_KEY is not set',
    )
  })

  it('is waited for above the orderings that are there already', SLOW, async () => {
    orbs.show(`${SHOP}  #11 never-asked pass\n`)
    orbs.prepare({ hangs: true })
    const page = await open()
    const dialog = await suggest(page)
    await dialog.getByText('Analyzing with Claude...').waitFor()
    expect(await dialog.locator('.strategy').count()).toBe(3)
    await page.keyboard.press('Escape')
  })

  it.each([
    ['no answer in time', { fails: 'timeout' }, 'Suggestion service unavailable, try again'],
    ['too many requests', { fails: 'rate-limited' }, 'Too many requests, please wait 60s'],
    ['no network', { fails: 'network' }, 'Check internet connection'],
    ['unusable', { value: {} }, 'The answer of Claude could not be read, try again'],
  ] as const)(
    '%s: one line with Retry above our orderings',
    SLOW,
    async (name, prepared, words) => {
      orbs.show(`${SHOP}  #11 ${name.replaceAll(' ', '-')} pass\n`)
      orbs.prepare(prepared)
      const page = await open()
      const dialog = await suggest(page)
      const line = dialog.getByRole('alert').filter({ hasText: words })
      await line.waitFor()
      expect(await dialog.locator('.strategy').count()).toBe(3)
      orbs.prepare({ value: answer({ analysis_summary: 'now it works' }) })
      await line.getByRole('button', { name: 'Retry' }).click()
      await dialog.getByText('now it works').waitFor()
    },
  )
})

describe('without anything to order', () => {
  it('no workspace: says what will be here, and what to add', SLOW, async () => {
    orbs.show('shop main')
    const page = await open()
    await page.getByRole('heading', { name: 'No workspace yet' }).waitFor()
    await page.getByRole('button', { name: '✨ Suggest Order' }).click()
    expect(await wordsOf(dialogOn(page).getByText('Add workspaces'))).toBe(
      'Add workspaces to see parallelization suggestions',
    )
  })

  it('one workspace needs no order', SLOW, async () => {
    orbs.show('shop main\n  auth')
    const page = await open()
    await page.getByRole('button', { name: '✨ Suggest Order' }).click()
    expect(await wordsOf(dialogOn(page).getByText('Only one works'))).toBe(
      'Only one workspace - no parallelization needed',
    )
  })

  it('there is no button when suggestions are switched off', SLOW, async () => {
    orbs.enable(false)
    const page = await open()
    await page.locator('.suggest-button').waitFor({ state: 'detached' })
    expect(await page.getByRole('treeitem').count()).toBeGreaterThan(0)
  })

  it('an error says why, with Retry, and can be dismissed', SLOW, async () => {
    const page = await open()
    await page.locator('.suggest-button').waitFor()
    const isLogged = page.waitForEvent('console', (message) =>
      /^Suggest Order: .*suggested orderings are switched off here/.test(message.text()),
    )
    orbs.enable(false)
    await page.getByRole('button', { name: '✨ Suggest Order' }).click()
    expect((await isLogged).type()).toBe('warning')
    const alert = dialogOn(page).getByRole('alert')
    expect(await wordsOf(alert.locator('.suggest-warning'))).toBe('⚠')
    expect(await alert.getByRole('heading').innerText()).toBe('Could not generate orderings')
    await alert.getByText('suggested orderings are switched off here').waitFor()
    orbs.enable(true)
    await alert.getByRole('button', { name: 'Retry' }).click()
    await page.locator('.strategy').first().waitFor()
  })

  it(
    'trees that the server cannot use are a general error, and its words are only text',
    SLOW,
    async () => {
      const page = await open()
      await page.route('**/api/suggest-parallelization', (route) =>
        route.continue(
          route.request().method() === 'POST' ? { postData: '{"trees": {"shop": 5}}' } : {},
        ),
      )
      await page.getByRole('button', { name: '✨ Suggest Order' }).click()
      expect(await wordsOf(dialogOn(page).getByRole('alert'))).toMatch(
        /Could not generate orderings\s+the trees of workspaces cannot be used\s+the log of the server says why/,
      )
      await page.unrouteAll()
      const message = 'no <img src=x onerror=alert(1)> for <b>you</b>'
      await page.route('**/api/suggest-parallelization', (route) =>
        route.fulfill({ status: 502, json: { error: 'claude_api_error', message, hint: null } }),
      )
      await dialogOn(page).getByRole('button', { name: 'Retry' }).click()
      await dialogOn(page).getByText(message).waitFor()
      expect(await dialogOn(page).locator('img, b').count()).toBe(0)
      await dialogOn(page).getByRole('button', { name: 'Close' }).last().click()
      await dialogOn(page).waitFor({ state: 'detached' })
    },
  )
})

it('names that are meant to harm are only text', SLOW, async () => {
  orbs.show(
    '<img/src=x> "><script>\n  #1 <svg/onload=alert(1)> pass says <b>bold</b>\n  #2 javascript:alert(1) fail',
  )
  const page = await open('/orbs?as=list')
  page.on('dialog', () => expect.unreachable('a name has run'))
  await page.getByRole('treeitem').filter({ hasText: '<svg/onload=alert(1)>' }).click()
  await cardOn(page).getByText('<b>bold</b>').waitFor()
  expect(await page.locator('.orbs img, .orbs script, .orbs b').count()).toBe(0)
  const links = await page
    .locator('.orb-card a')
    .evaluateAll((all: { href: string }[]) => all.map(({ href }) => href))
  for (const link of links) expect(link).toMatch(/^(https:\/\/github\.com\/|vscode:\/\/file\/)/)
  await suggest(page)
  await page.getByRole('button', { name: 'Apply Highlights to Orbs' }).click()
})

describe('everyone can use it', () => {
  it('list, card, dialog and highlights, in light, in dark and on a phone', SLOW, async () => {
    const page = await open('/orbs?as=list&orb=shop:feature-auth-ui')
    await cardOn(page).waitFor()
    const dialog = await suggest(page)
    expect(await barriersInEveryLook(page)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })
    await dialog.getByRole('button', { name: 'Apply Highlights to Orbs' }).click()
    await page.getByRole('region', { name: 'Highlighted order' }).waitFor()
    expect(await cardOn(page).count()).toBe(1)
    expect(await barriersInEveryLook(page)).toEqual([])
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      const [tooWide, tallest] = await page.evaluate<[number, number]>(`[
        document.documentElement.scrollWidth - innerWidth,
        Math.max(...[...document.querySelectorAll('.orb-facts')].map((facts) => facts.offsetHeight)),
      ]`)
      expect(tooWide).toBeLessThanOrEqual(0)
      expect(tallest, 'the facts of a row are on one line').toBeLessThan(30)
    }
  })

  it('a small screen begins with the list', SLOW, async () => {
    const page = await open('/orbs', { width: 390, height: 844 })
    await page.getByRole('tree').waitFor()
    expect(await page.locator('.hall').count()).toBe(0)
  })

  it('the keys g o open it, also without a run', SLOW, async () => {
    const page = await visit(orbs.link('/board'))
    await has(page, 'No plan yet')
    await page.keyboard.press('g')
    await page.keyboard.press('o')
    await page.waitForURL(/\/orbs/)
    expect(await page.title()).toBe('Orbs - Conductor Worktree Tracker 3D')
  })
})

/** The last one, because from now on there is a run. */
it('Queue this order shows what would change, changes it, and takes it back', SLOW, async () => {
  orbs.show(`
shop main
  #1 task-api working task:api
  #2 task-docs task:docs
    #3 task-shop task:shop
  #4 by-hand
`)
  const run = await orbs.run()
  const shop = () => {
    const { priority, dependencies } = taskOf(run, taskId('shop'))
    return { priority, dependencies }
  }
  const page = await open('/orbs?as=list&orb=shop:task-shop')
  expect(await page.getByRole('link', { name: 'Open task' }).getAttribute('href')).toBe(
    '/tasks/shop',
  )
  const before = shop()
  await suggest(page)
  await page.getByRole('button', { name: 'Apply Highlights to Orbs' }).click()
  await page.getByRole('button', { name: 'Queue this order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Queue this order' })
  await dialog.getByText('These tasks of run 1 change:').waitFor()
  expect(
    await textsOf(dialog.getByRole('list', { name: 'Changes' }).getByRole('listitem')),
  ).toEqual(['docs: phase 1, priority 3 → 1', 'shop: phase 2, priority 3 → 2, also after docs'])
  expect(shop()).toEqual(before)
  expect(await barriersOn(page)).toEqual([])
  await dialog.getByText('2 workspaces without a change').click()
  await dialog.getByText('by-hand').waitFor()
  await dialog.getByRole('button', { name: 'Change 2 tasks' }).click()
  await has(page, 'The order is queued: 2 tasks changed.')
  expect(shop()).toEqual({ priority: 2, dependencies: ['docs'] })
  await page.getByRole('button', { name: 'Undo' }).click()
  await has(page, 'The order is taken back.')
  expect(shop()).toEqual(before)
})
