import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { orbsOf, type Orb } from '../../src/core/workspace/orbs.ts'
import { cameraForAll } from '../../web/src/views/orbs/hall/camera/hall-camera.ts'
import { turn } from '../../web/src/views/orbs/hall/camera/move-camera.ts'
import {
  project,
  viewOf,
  type Camera,
  type Screen,
} from '../../web/src/views/orbs/hall/camera/view.ts'
import { layoutHall, type HallLayout } from '../../web/src/views/orbs/hall/layout/hall-layout.ts'
import { planHall } from '../../web/src/views/orbs/hall/layout/hall-plan.ts'
import { newPage } from '../browser/browser.ts'
import { openHallPage } from '../browser/hall-page.ts'
import { memoryOf } from '../browser/memory-of.ts'
import { playedTracker } from '../played/played-tracker.ts'
import { howMany } from '../thorough.ts'

const NOW = Date.UTC(2026, 10, 17, 12)
/** Small, because without a graphics card every pixel of every frame takes time. */
const SCREEN: Screen = {
  width: 640,
  height: 400,
  insets: { top: 0, right: 0, bottom: 0, left: 0 },
}

let page: Page
/** The addresses that the page has loaded. */
const loaded: string[] = []
const complaints: string[] = []

beforeAll(async () => {
  page = await newPage()
  await page.setViewportSize({ width: SCREEN.width, height: SCREEN.height })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  page.on('pageerror', (error) => complaints.push(String(error.stack ?? error)))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('request', (request) => loaded.push(request.url()))
  await page.addInitScript(COUNTING)
  await openHallPage(page)
})
afterAll(() => page.close())
afterEach(() => {
  if (complaints.length > 0) throw new Error(complaints.splice(0).join('\n'))
})

/** Counts draw calls, keeps the last context of WebGL, and can refuse one, from outside of the page. */
const COUNTING = `
  window.drawCalls = 0
  for (const name of ['drawElements', 'drawArrays', 'drawElementsInstanced', 'drawArraysInstanced']) {
    const draw = WebGL2RenderingContext.prototype[name]
    WebGL2RenderingContext.prototype[name] = function (...given) { window.drawCalls++; return draw.apply(this, given) }
  }
  const getContext = HTMLCanvasElement.prototype.getContext
  HTMLCanvasElement.prototype.getContext = function (kind, ...given) {
    if (kind.startsWith('webgl') && window.hasNoWebGl) return null
    const context = getContext.call(this, kind, ...given)
    if (kind === 'webgl2') window.lastContext = new WeakRef(context)
    return context
  }
`

/** Shows so many workspaces; `change` is code for `set` of the page. */
async function show(workspaces: number, change = '{}'): Promise<Shown> {
  await page.evaluate(`
    hallPage.reset()
    delete document.documentElement.dataset.theme
    window.drawCalls = 0
    hallPage.play(${workspaces})
    hallPage.set(${change})
    hallPage.open()
  `)
  await rest()
  const tracker = playedTracker({ workspaces, now: NOW })
  const orbs = orbsOf(tracker, NOW)
  const plan = planHall(orbs, Object.keys(tracker.trees))
  const layout = layoutHall(plan, orbs)
  return { orbs, layout, camera: cameraForAll(layout, SCREEN, plan.sizes.pitch) }
}

interface Shown {
  readonly orbs: readonly Orb[]
  readonly layout: HallLayout
  readonly camera: Camera
}

/** Waits until a first frame has been drawn, and then three times nothing when the browser wanted a frame. */
const rest = (): Promise<void> =>
  page.evaluate(`(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    for (let still = 0; still < 3; ) {
      const before = window.drawCalls
      await frame()
      await new Promise((resolve) => setTimeout(resolve))
      const isFlat = document.querySelector('.hall-flat') !== null
      still = isFlat || (before > 0 && window.drawCalls === before) ? still + 1 : 0
    }
  })()`)

const placeOf = ({ layout, camera }: Shown, orb: Orb): { x: number; y: number } =>
  project(viewOf(camera, SCREEN), layout.places.get(orb.id)!)

const told = (): Promise<readonly string[]> => page.evaluate('hallPage.told.splice(0)')
const drawCalls = (): Promise<number> => page.evaluate('window.drawCalls')
const largest = ({ orbs }: Shown): Orb => orbs.toSorted((a, b) => b.waiting - a.waiting)[0]!

it('loads three only when it is shown in 3D', async () => {
  const scenes = (): readonly string[] => loaded.filter((url) => url.includes('hall-scene'))
  await show(8, `{ mode: '2d' }`)
  expect(scenes()).toEqual([])
  await page.evaluate(`hallPage.set({ mode: '3d' })`)
  await page.waitForFunction('window.drawCalls > 0')
  expect(scenes()).toHaveLength(1)
})

describe('the hall in 3D', () => {
  it('draws everything with one draw call for each kind, and nothing more while it rests', async () => {
    await show(60)
    const before = await drawCalls()
    await page.waitForTimeout(200)
    expect(await drawCalls()).toBe(before)
    await page.evaluate('hallPage.handle.current.fit()')
    await rest()
    expect((await drawCalls()) - before).toBeLessThanOrEqual(6)
  })

  it('has a name and a role for screen readers', async () => {
    const canvas = page.getByRole('img', {
      name: 'Conductor Worktree Tracker 3D: 60 workspaces in 3 repositories',
    })
    expect(await canvas.count()).toBe(1)
  })

  it('selects the orb that is clicked, and opens it by a double click', async () => {
    const shown = await show(60)
    for (const orb of [shown.orbs[0]!, shown.orbs.at(-1)!]) {
      await page.evaluate('hallPage.set({ selected: null })')
      await rest()
      const { x, y } = placeOf(shown, orb)
      await page.mouse.click(x, y)
      expect(await told()).toEqual([`select ${orb.id}`])
      await rest()
    }
    await page.evaluate('hallPage.set({ selected: null })')
    await rest()
    await page.mouse.click(4, 4)
    expect(await told()).toEqual(['select null'])
    const { x, y } = placeOf(shown, shown.orbs[0]!)
    await page.evaluate('hallPage.set({ onSelect: () => {} })')
    await page.mouse.dblclick(x, y)
    expect(await told()).toEqual([`open ${shown.orbs[0]!.id}`])
  })

  it('zooms to the cursor by the wheel', async () => {
    const shown = await show(60)
    const orb = shown.orbs.at(-1)!
    const { x, y } = placeOf(shown, orb)
    await page.mouse.move(x, y)
    for (let step = 0; step < 5; step++) await page.mouse.wheel(0, -120)
    await rest()
    await page.mouse.click(x, y)
    expect(await told()).toEqual([`select ${orb.id}`])
  })

  it('turns by dragging, and shows all again by fit', async () => {
    const shown = await show(60)
    const orb = largest(shown)
    await page.mouse.move(400, 390)
    await page.mouse.down()
    await page.mouse.move(320, 360, { steps: 4 })
    await page.mouse.up()
    await rest()
    const turned = { ...shown, camera: turn(shown.camera, -80, -30) }
    const { x, y } = placeOf(turned, orb)
    await page.mouse.click(x, y)
    expect(await told()).toEqual([`select ${orb.id}`])
    await page.evaluate('hallPage.set({ selected: null }); hallPage.handle.current.fit()')
    await rest()
    const at = placeOf(shown, orb)
    await page.mouse.click(at.x, at.y)
    expect(await told()).toEqual([`select ${orb.id}`])
  })

  it('glides to the selected stack, and back when nothing is selected', async () => {
    const shown = await show(60)
    const before = await page.screenshot()
    await page.evaluate(`hallPage.set({ selected: ${JSON.stringify(largest(shown).id)} })`)
    await rest()
    expect(before.equals(await page.screenshot())).toBe(false)
    await page.evaluate('hallPage.set({ selected: null })')
    await rest()
    expect(before.equals(await page.screenshot())).toBe(true)
  })

  it('[ORB-85] looks exactly as before when an order is cleared', async () => {
    await show(20)
    const before = await page.screenshot()
    await page.evaluate('hallPage.set({ phases: hallPage.phases() })')
    await rest()
    expect(before.equals(await page.screenshot())).toBe(false)
    await page.evaluate('hallPage.set({ phases: null })')
    await rest()
    expect(before.equals(await page.screenshot())).toBe(true)
  })

  it('follows the size of its place and the theme', async () => {
    await show(8)
    const light = await page.screenshot()
    await page.evaluate(`document.documentElement.dataset.theme = 'dark'`)
    await rest()
    expect(light.equals(await page.screenshot())).toBe(false)
    await page.setViewportSize({ width: 480, height: 360 })
    await page.waitForFunction(
      `(({ width, height }) => width === 480 && height === 360)(document.querySelector('canvas'))`,
    )
    await rest()
    await page.setViewportSize({ width: SCREEN.width, height: SCREEN.height })
  })

  it('is drawn again after the browser has lost its WebGL context', async () => {
    await show(60)
    const before = await page.screenshot()
    await page.evaluate(`(async () => {
      const heard = (name) => new Promise((resolve) => document.querySelector('canvas').addEventListener(name, resolve, { once: true }))
      const lose = window.lastContext.deref().getExtension('WEBGL_lose_context')
      const isLost = heard('webglcontextlost')
      lose.loseContext()
      await isLost
      await new Promise((resolve) => setTimeout(resolve))
      const isBack = heard('webglcontextrestored')
      lose.restoreContext()
      await isBack
      window.drawCalls = 0
    })()`)
    await rest()
    expect(before.equals(await page.screenshot())).toBe(true)
  })

  it('moves while an agent works, but not while the page is hidden', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.evaluate('hallPage.reset(); drawCalls = 0; hallPage.play(60); hallPage.open()')
    await page.waitForFunction('window.drawCalls > 12')
    await page.evaluate(
      `Object.defineProperty(document, 'hidden', { value: true, configurable: true })`,
    )
    await page.waitForTimeout(50)
    const hidden = await drawCalls()
    await page.waitForTimeout(200)
    expect(await drawCalls()).toBe(hidden)
    await page.evaluate(
      `delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))`,
    )
    await page.waitForFunction(`window.drawCalls > ${hidden}`)
    await page.emulateMedia({ reducedMotion: 'reduce' })
  })

  it('stands still while a dialog covers it, and moves on when that is gone', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.evaluate(
      'hallPage.reset(); drawCalls = 0; hallPage.play(8); hallPage.showOrbs((orbs) => orbs.map((orb) => ({ ...orb, state: "working" }))); hallPage.open()',
    )
    await page.waitForFunction('window.drawCalls > 12')
    await page.evaluate('hallPage.set({ isCovered: true })')
    const covered = await drawCalls()
    await page.evaluate('hallPage.set({ colours: "freshness", now: hallPage.orbs().length })')
    await page.waitForTimeout(250)
    expect(await drawCalls()).toBe(covered)
    // However slow the machine is, three frames are drawn before what turns by itself is given up.
    await page.evaluate('hallPage.set({ isCovered: false })')
    await page.waitForFunction(`window.drawCalls > ${covered} + 12`)
    await page.emulateMedia({ reducedMotion: 'reduce' })
  })

  it('rests when nobody works and no check is pending, whatever the user has chosen about motion', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.evaluate(`
      hallPage.reset()
      window.drawCalls = 0
      hallPage.play(8)
      hallPage.showOrbs((orbs) => orbs.map((orb) => ({ ...orb, state: 'passing', ci: 'pass' })))
      hallPage.open()
    `)
    await rest()
    const before = await drawCalls()
    await page.evaluate('hallPage.set({ now: hallPage.orbs().length })')
    await page.waitForTimeout(200)
    expect((await drawCalls()) - before).toBeLessThanOrEqual(6)
    await page.emulateMedia({ reducedMotion: 'reduce' })
  })

  it('frees everything when it is left: opened and closed again and again it leaves nothing behind', async () => {
    await show(60)
    // Software draws a small hall in less time, and it holds the same things.
    await page.setViewportSize({ width: 320, height: 240 })
    onTestFinished(() => page.setViewportSize({ width: SCREEN.width, height: SCREEN.height }))
    await openAndClose(howMany(2, 4))
    const { heap, ...before } = await memoryOf(page)
    await openAndClose(howMany(4, 12))
    const { heap: heapAfter, ...after } = await memoryOf(page)
    expect(after).toEqual(before)
    expect(before.contexts).toBe(1)
    expect(before.three).toBeGreaterThan(10)
    expect(heapAfter - heap).toBeLessThan(700_000)
  })
})

const openAndClose = (times: number): Promise<void> =>
  page.evaluate(`(async () => {
    for (let time = 0; time < ${times}; time++) {
      hallPage.close()
      const before = window.drawCalls
      hallPage.open()
      while (window.drawCalls === before) await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })()`)

describe('the hall in 2D', () => {
  it('is shown when the browser has no WebGL, and orbs can be selected and opened', async () => {
    await page.evaluate('window.hasNoWebGl = true')
    const shown = await show(60)
    await page.evaluate('window.hasNoWebGl = false')
    await page.locator('.hall[data-mode="2d"] svg').waitFor()
    expect(await told()).toEqual(['no webgl'])
    const orb = shown.orbs.at(-1)!
    const { x, y } = placeOf(shown, orb)
    await page.mouse.click(x, y)
    expect(await told()).toEqual([`select ${orb.id}`])
  })

  it('draws every orb from the place that 3D has', async () => {
    const shown = await show(500, `{ mode: '2d' }`)
    expect(await page.locator('.hall-flat > circle, .hall-flat > g[transform]').count()).toBe(500)
    const lines = await page.evaluate<readonly string[]>(
      `[...document.querySelectorAll('.hall-lines > path[stroke-opacity]:not(.hall-bow)')].map((path) => path.getAttribute('d'))`,
    )
    expect(lines.join('').match(/M/g)).toHaveLength(500)
    const { x, y } = placeOf(shown, shown.orbs[7]!)
    await page.mouse.click(x, y)
    expect(await told()).toEqual([`select ${shown.orbs[7]!.id}`])
  })
})
