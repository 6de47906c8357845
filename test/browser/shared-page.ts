/** One page for all tests of a file. A test goes to another address inside of the app, which takes a tenth of loading it again; the view starts anew. Another server is loaded. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, expect, onTestFinished } from 'vitest'
import { complaintsOf, forget, leave, showAs, takePage, type PageOptions } from './browser.ts'

export interface SharedPage {
  /** Any error on its console fails the test. */
  visit(link: string, options?: PageOptions): Promise<Page>
}

export function sharedPage(): SharedPage {
  let page: Page | null = null
  let shown = ''
  let complaints: string[] = []
  afterEach(() => expect(complaints.splice(0)).toEqual([]))
  afterAll(async () => page && leave(page))

  const load = async (link: string, options: PageOptions): Promise<Page> => {
    const loaded = await takePage()
    complaints = complaintsOf(loaded)
    await showAs(loaded, options)
    await loaded.goto(link)
    return loaded
  }
  const go = async (from: Page, link: string, options: PageOptions): Promise<Page> => {
    await from.unrouteAll()
    from.removeAllListeners('dialog')
    await from.mouse.move(0, 0)
    await showAs(from, options)
    if (serverOf(link) === shown) await from.evaluate(goTo(link))
    else {
      await forget(from)
      await from.goto(link)
    }
    return from
  }
  return {
    async visit(link, options = {}) {
      page = await (page === null ? load(link, options) : go(page, link, options))
      shown = serverOf(link)
      onTestFinished(async ({ task }) => {
        if (task.result?.state === 'pass') return
        await page?.close()
        page = null
      })
      return page
    },
  }
}

/** The same port may be that of another server, but no two have the same token. */
function serverOf(link: string): string {
  const { origin, searchParams } = new URL(link)
  return `${origin} ${searchParams.get('token')}`
}

/** Runs in the page: the router hears of it, as of a click on a link. What was shown must be gone first, also if the other view is still being loaded: so it goes by way of a view that is neither. */
function goTo(link: string): string {
  const { pathname, searchParams } = new URL(link)
  searchParams.delete('token')
  const query = searchParams.size === 0 ? '' : `?${searchParams.toString()}`
  return `(async () => {
    const before = [...document.querySelector('#view').children]
    const isFree = (path) => ![location.pathname, ${JSON.stringify(pathname)}].some((one) => one.startsWith(path))
    history.pushState(null, '', ['/runs', '/attention', '/board'].find(isFree))
    while (before.some((element) => element.isConnected)) await new Promise((resolve) => setTimeout(resolve))
    history.pushState(null, '', ${JSON.stringify(pathname + query)})
  })()`
}
