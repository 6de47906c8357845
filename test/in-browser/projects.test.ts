/** One page for all repositories: a real server, started in one of two real repositories. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { barriersInEveryLook } from '../browser/axe.ts'
import { openPage, serve } from '../browser/browser.ts'
import { startNow } from '../browser/start-now.ts'
import { repository } from '../conductor.ts'
import { tempFolder } from '../repository/temp-folder.ts'
import { until } from '../until.ts'

const SHOP = `
tasks:
  - {id: cart, name: The cart, run: 'echo cart > cart.txt', needs_human: true}
`

const BLOG = `
tasks:
  - {id: posts, name: List of posts, run: 'echo posts > posts.txt'}
  - {id: feed, name: RSS feed, run: 'echo feed > feed.txt', needs_human: true}
`

it(
  'switches between repositories, answers what the other one asks, adds one and forgets it',
  { timeout: 120_000 },
  async () => {
    const home = tempFolder()
    onTestFinished(() => home[Symbol.dispose]())
    const environment = { HOME: home.path }
    const blog = repository({ 'tasks.yaml': BLOG }, { below: 'blog', environment })
    const site = repository({ 'tasks.yaml': SHOP }, { below: 'site', environment })
    await blog.conductor('run', 'tasks.yaml', '--no-ui')
    const { at, folder: shop } = await serve(SHOP, {}, environment)
    const page = await openPage(at('/lanes'))
    const where = page.getByRole('navigation', { name: 'Where you are' })
    const rows = page.getByRole('list', { name: 'Repositories' }).getByRole('listitem')

    // The header says where one is: repository > plan > run. What the other needs is counted, too.
    await where.getByText('tasks').waitFor()
    expect(await where.innerText()).toMatch(/^shop\s*▾\s*›\s*tasks\s*›$/)
    await page.getByText('1 needs you').or(page.getByLabel('1 needs you')).first().waitFor()
    await until('the title says all', async () =>
      (await page.title()).startsWith('(1) Lanes - tasks - shop - Conductor'),
    )

    // The list: search, and go to the other repository in the same view.
    await page.keyboard.press('s')
    await rows.nth(1).waitFor()
    expect(await rows.allInnerTexts()).toMatchObject([
      /^blog\s+1\s+Run 1 blocked by you, 1 of 2 landed/,
      /^shop\s+No run yet/,
    ])
    expect(await barriersInEveryLook(page)).toEqual([])
    await page.getByRole('searchbox', { name: 'Search repositories' }).fill('blo')
    expect(await rows.count()).toBe(1)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/projects\/blog\/lanes$/)
    await page.getByText('RSS feed').first().waitFor()
    await where.getByText('blog').waitFor()
    await page.getByRole('link', { name: 'Board' }).click()
    await page.getByRole('link', { name: 'RSS feed' }).click()
    await page.waitForURL(/\/projects\/blog\/tasks\/feed$/)

    // Back by the palette. A run is started there: its need and that of blog are in one queue.
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('switch to shop')
    await page.getByRole('option', { name: 'Switch to shop' }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/:\d+\/board$/)
    await startNow(page)
    await page.getByLabel('2 need you').waitFor({ timeout: 60_000 })
    await page.getByRole('link', { name: /^Attention/ }).click()
    const needs = page.locator('[data-need]')
    await page.getByText('2 things need you').waitFor()
    expect(await needs.locator('.need-project').allInnerTexts()).toEqual(['blog', 'shop'])
    expect(await barriersInEveryLook(page)).toEqual([])
    await page.getByRole('button', { name: 'blog 1' }).click()
    await page.waitForURL(/attention\?project=blog$/)
    expect(await needs.count()).toBe(1)

    // The answer goes to blog, whose run is resumed; shop is left alone.
    await needs.getByRole('button', { name: 'Let it start' }).click()
    await until('it has landed in blog', () => blog.landed('feed.txt') === 'feed', 40)
    await page.getByText('Nothing needs you').waitFor()
    await page.getByRole('button', { name: /^All repositories/ }).click()
    await needs.getByText('The cart').waitFor()
    expect(await needs.count()).toBe(1)

    // Adding by path goes there; forgetting asks first, and deletes nothing.
    await where.getByRole('button').click()
    await page.getByLabel('Add a repository by its path').fill('/not/there')
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByText('there is no folder /not/there').waitFor()
    await page.getByLabel('Add a repository by its path').fill(site.path)
    await page.getByRole('button', { name: 'Add' }).click()
    await page.waitForURL(/\/projects\/site\/attention$/)

    // A newer run hides no decision of an older one, here and in the count.
    site.write('done.yaml', 'tasks: [{id: done, run: "true"}]')
    await site.conductor('run', 'tasks.yaml', '--no-ui')
    await site.conductor('run', 'done.yaml', '--no-ui')
    const older = page.getByRole('link', { name: 'Run 1 of site' })
    await older.waitFor()
    expect(await older.getAttribute('href')).toBe('/projects/site/runs/1/board')
    await page.getByText('2 things need you').waitFor()
    await page.getByLabel('2 need you').waitFor()
    expect(await barriersInEveryLook(page, 'main')).toEqual([])
    await where.getByRole('button').click()
    await rows.nth(2).waitFor()
    await page.getByRole('button', { name: 'Forget blog' }).click()
    await page.getByText('Nothing in').waitFor()
    await page.getByRole('button', { name: 'Forget it' }).click()
    await until('it is gone', async () => (await rows.count()) === 2)
    expect(existsSync(join(blog.path, '.conductor', 'conductor.db'))).toBe(true)

    // A page of a project that is not listed any more says so.
    await page.goto(at('/projects/blog/board'))
    await page.getByText('"blog" cannot be shown').waitFor()
    expect(existsSync(join(shop.path, 'cart.txt'))).toBe(false)
    await shop.conductor('skip', 'cart')
  },
)
