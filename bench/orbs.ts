/**
 * Measures what a frame of the hall costs in Chromium without a graphics card, over a frame of as many lit balls that are
 * drawn the usual way (one InstancedMesh), in turns; an empty frame is subtracted from both. Every frame is a turned one,
 * the worst case: orbs are sorted, labels are placed. The JavaScript of a frame is also measured at 60 frames a second,
 * where most frames leave the labels where they are. Costs are CPU time of all processes of the browser, so that other
 * work of this machine counts little. Then it opens and closes the hall 100 times, and fails if anything of ours is left:
 * nodes, listeners, canvases, contexts of WebGL, objects of three. The heap also has code of V8, which comes in leaps.
 *
 *   node bench/orbs.ts
 */
import type { Browser, Page } from 'playwright-core'
import { openHallPage } from '../test/browser/hall-page.ts'
import { launchChromium } from '../test/browser/launch-chromium.ts'
import { memoryOf, type Memory } from '../test/browser/memory-of.ts'
import { median } from './median.ts'
import { printTable } from './print-table.ts'

const COUNTS = [1000, 10_000]
const ROUNDS = 3
const FRAMES = 10
const KINDS = ['empty', 'usual', 'hall'] as const

/** Milliseconds from frame to frame: so long that each places its labels anew, and as on a screen. */
const SLOW = 150
const SCREEN = 1000 / 60

/** Milliseconds of CPU time for a frame, by round; and of the JavaScript of each frame of the hall. */
type Costs = Readonly<Record<(typeof KINDS)[number] | 'script' | 'withLabels', number[]>>

async function measure(): Promise<void> {
  const browser = await launchChromium()
  try {
    const rows = []
    for (const count of COUNTS) rows.push(row(count, await costsOf(browser, count)))
    printTable(['orbs', 'usual ms', 'hall ms', 'ratio', 'script ms', 'with labels'], rows)
    await reportMemory(await browser.newPage({ viewport: { width: 640, height: 480 } }))
  } finally {
    await browser.close()
  }
}

function row(count: number, { empty, usual, hall, script, withLabels }: Costs): readonly string[] {
  const [base, theirs, ours] = [median(empty), median(usual), median(hall)]
  return [
    count.toLocaleString('en'),
    (theirs - base).toFixed(1),
    (ours - base).toFixed(1),
    ((ours - base) / (theirs - base)).toFixed(2),
    quartile(script).toFixed(2),
    quartile(withLabels).toFixed(2),
  ]
}

/** What a frame takes while nothing else holds it up. */
const quartile = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 4)]!

async function costsOf(browser: Browser, count: number): Promise<Costs> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 766 } })
  await openHallPage(page)
  await page.evaluate(PUMP)
  await page.evaluate(`hallPage.play(${count}); hallPage.open()`)
  await page.waitForFunction('pump.queued() > 0', undefined, { polling: 50 })
  await page.evaluate(`pump.prepare(${count})`)
  const costs: Costs = { empty: [], usual: [], hall: [], script: [], withLabels: [] }
  for (let round = 0; round < ROUNDS; round++)
    for (const kind of KINDS) {
      const before = await cpuTime(browser)
      const scripts = await page.evaluate<number[]>(`pump.${kind}(${FRAMES}, ${SLOW})`)
      costs[kind].push(((await cpuTime(browser)) - before) / FRAMES)
      if (kind === 'hall') costs.withLabels.push(...scripts)
    }
  costs.script.push(...(await page.evaluate<number[]>(`pump.hall(${FRAMES * ROUNDS}, ${SCREEN})`)))
  await page.close()
  return costs
}

/** Of all processes of the browser, in milliseconds. */
async function cpuTime(browser: Browser): Promise<number> {
  const devtools = await browser.newBrowserCDPSession()
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo')
  await devtools.detach()
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0) * 1000
}

/** Runs in the page: frames are drawn when this asks for them, each to its end, instead of when the screen wants one. */
const PUMP = `
  const queue = []
  window.requestAnimationFrame = (draw) => queue.push(draw)
  const scenes = {}
  let clock = performance.now()
  window.pump = {
    queued: () => queue.length,
    prepare(count) {
      const size = { width: innerWidth, height: innerHeight }
      scenes.empty = hallPage.openInstancedScene(0, size, 1)
      scenes.usual = hallPage.openInstancedScene(count, size, count > 5000 ? 1.9 : 4.6)
      // V8 compiles what runs often: nobody notices the first frames.
      for (const kind of ['empty', 'usual', 'hall']) this[kind](kind === 'hall' ? 12 : 2, ${SLOW})
    },
    empty(frames) { for (let frame = 0; frame < frames; frame++) scenes.empty.draw(frame) },
    usual(frames) { for (let frame = 0; frame < frames; frame++) scenes.usual.draw(frame) },
    hall(frames, step) {
      const scripts = []
      const hall = document.querySelector('.hall')
      const context = document.querySelector('.hall canvas').getContext('webgl2')
      const point = (type, clientX) => hall.dispatchEvent(new PointerEvent(type, { pointerId: 1, clientX, clientY: 400, bubbles: true, pointerType: 'mouse' }))
      hall.setPointerCapture = () => {}
      for (let frame = 0; frame < frames; frame++) {
        point('pointerdown', 700)
        point('pointermove', 700 + (frame % 2 === 0 ? 8 : -8))
        point('pointerup', 700)
        const start = performance.now()
        clock += step
        for (const draw of queue.splice(0)) draw(clock)
        scripts.push(performance.now() - start)
        context.readPixels(0, 0, 1, 1, context.RGBA, context.UNSIGNED_BYTE, new Uint8Array(4))
      }
      return scripts
    },
  }
`

/** Bytes from the 20th to the 100th time. */
const MOST_HEAP = 1_000_000

async function reportMemory(page: Page): Promise<void> {
  await openHallPage(page)
  await page.evaluate('hallPage.play(60); hallPage.open()')
  const kept: (readonly [times: number, Memory])[] = []
  for (let times = 20; times <= 100; times += 20) {
    await page.evaluate(OPEN_AND_CLOSE)
    kept.push([times, await memoryOf(page)])
  }
  const columns = Object.keys(kept[0]![1]) as (keyof Memory)[]
  printTable(
    ['opened and closed', ...columns],
    kept.map(([times, memory]) => [times, ...columns.map((key) => memory[key])].map(String)),
  )
  const [first, last] = [kept[0]![1], kept.at(-1)![1]]
  const grown = columns.filter((key) => last[key] - first[key] > (key === 'heap' ? MOST_HEAP : 0))
  if (grown.length === 0) return
  console.log(`what grew: ${grown.join(', ')}`)
  process.exitCode = 1
}

const OPEN_AND_CLOSE = `(async () => {
  for (let time = 0; time < 20; time++) {
    hallPage.close()
    hallPage.open()
    while (document.querySelector('.hall-name')?.style.transform === '') await new Promise((resolve) => setTimeout(resolve, 5))
  }
})()`

await measure()
