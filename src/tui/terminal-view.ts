/**
 * The live terminal view: draws the run while it changes and does what the keys say. It uses the alternate
 * screen of the terminal, so that the shell's earlier output is back when the user leaves the view, and prints
 * the last state of the run below it.
 */
import { errorMessage } from '../core/text/error-message.ts'
import type { Ask } from '../core/ask/ask.ts'
import type { Run } from '../core/run/run.ts'
import { factsOf } from './facts.ts'
import { drawFrame, drawLastFrame } from './frame.ts'
import { layoutOf, logRows } from './layout.ts'
import type { LiveRun } from './live-run.ts'
import type { Picture } from './picture.ts'
import { paste, press } from './press/press.ts'
import { afterAnswer } from './press/press-attention.ts'
import { topOfQueue } from './queue-rows.ts'
import { openScreen } from './screen.ts'
import { drawSplash, isSplashed } from './splash.ts'
import type { Theme } from './theme.ts'
import { FIRST_VIEW, withMessage, type Effect, type Key, type Scene } from './view.ts'

interface TerminalViewOptions {
  /** Frames a second while something works. */
  readonly refreshRate: number
  readonly colour: boolean
  readonly theme?: Theme
  /** For how many seconds the view begins with a splash; undefined: there is no splash. */
  readonly splashSeconds?: number
  readonly stdin: NodeJS.ReadStream
  readonly stdout: NodeJS.WriteStream
  /** true: quitting stops the run, so q asks first; false: the user only watches, and q just leaves. */
  readonly owner: boolean
  /** null: there is no web page. */
  readonly page?: WebPage | null
  /** Called when the user presses Ctrl-C; without this function the process gets the signal. */
  readonly onInterrupt?: () => void
}

export interface WebPage {
  readonly link: string
  /** false: there is no browser here. */
  open(): boolean
}

interface TerminalView {
  /** quit: the user left, or close was called; over: the run has ended. */
  readonly closed: Promise<'quit' | 'over'>
  close(): void
}

/** The view stays this long after the run, so that the user can see the end. */
const LINGER_MILLISECONDS = 400
/** The view is redrawn this often when nothing happens, because its clocks tick. */
const IDLE_MILLISECONDS = 1000

export function openTerminalView(live: LiveRun, options: TerminalViewOptions): TerminalView {
  const closed = Promise.withResolvers<'quit' | 'over'>()
  const facts = factsOf()
  let view = FIRST_VIEW
  let isOpen = true
  let lastPaint = 0
  let next: { timer: NodeJS.Timeout; at: number } | null = null
  let isEnding = false
  let splashUntil = Date.now() + (options.splashSeconds ?? 0) * 1000

  const screen = openScreen(options.stdin, options.stdout, {
    key: pressKey,
    paste: pasteText,
    resize: () => paintAt(Date.now()),
  })
  const unsubscribe = live.subscribe(() => paintAt(lastPaint + 1000 / options.refreshRate))
  paintAt(Date.now())
  return { closed: closed.promise, close: () => void close() }

  function paintAt(at: number): void {
    if (!isOpen || (next !== null && next.at <= at)) return
    clearTimeout(next?.timer)
    next = { at, timer: setTimeout(paint, Math.max(at - Date.now(), 0)) }
  }

  function paint(): void {
    next = null
    lastPaint = Date.now()
    const run = live.current()
    screen.show(draw(picture(run)))
    if (run.ended !== null && !isEnding) {
      isEnding = true
      setTimeout(() => void close(), LINGER_MILLISECONDS)
    }
    const isMoving = run.counts.working + run.counts.landing > 0
    paintAt(lastPaint + (isMoving ? 1000 / options.refreshRate : IDLE_MILLISECONDS))
  }

  function draw(shown: Picture): string[] {
    if (!isSplashed(shown, splashUntil)) return drawFrame(shown)
    paintAt(splashUntil)
    return drawSplash(shown)
  }

  function picture(run: Run): Picture {
    const now = Date.now()
    return {
      run,
      now,
      ...facts(run, now, view.filter),
      ...screen.size(),
      view,
      colour: options.colour,
      theme: options.theme ?? 'default',
      owner: options.owner,
      link: options.page?.link ?? null,
      lastLine: (attempt) => live.lastLine(attempt),
      log: (task, lines) => live.log(task, lines),
    }
  }

  function pressKey(key: Key): void {
    if (!isOpen) return
    if (endsSplash(key)) return paintAt(Date.now())
    const pressed = press(key, view, sceneOf(picture(live.current())))
    view = pressed.view
    pressed.effects.forEach(act)
    paintAt(Date.now())
  }

  function pasteText(text: string): void {
    view = paste(text, view)
    paintAt(Date.now())
  }

  /** A key that is pressed while only the splash is visible ends the splash and does nothing else. */
  function endsSplash(key: Key): boolean {
    const isSeen = isSplashed(picture(live.current()), splashUntil)
    splashUntil = 0
    return isSeen && key !== 'ctrl-c'
  }

  function act(effect: Effect): void {
    switch (effect.do) {
      case 'ask':
        return void ask(effect.ask)
      case 'quit':
        return void close()
      case 'open-page':
        return openPage(options.page!)
      case 'interrupt':
        if (options.onInterrupt) options.onInterrupt()
        else process.kill(process.pid, 'SIGINT')
    }
  }

  function openPage({ link, open }: WebPage): void {
    view = withMessage(view, open() ? 'opened in your browser' : `open ${link}`, Date.now())
  }

  async function ask(asked: Ask): Promise<void> {
    const answer = await live.ask(asked).catch((error: unknown) => ({
      accepted: false as const,
      why: errorMessage(error),
    }))
    view = afterAnswer(view, asked, answer, { run: live.current(), now: Date.now() })
    paintAt(Date.now())
  }

  async function close(): Promise<void> {
    if (!isOpen) return
    isOpen = false
    clearTimeout(next?.timer)
    unsubscribe()
    const run = live.current()
    await screen.close(
      drawLastFrame({ ...picture(run), ...facts(run, Date.now(), ''), link: null }),
    )
    closed.resolve(run.ended === null ? 'quit' : 'over')
  }
}

function sceneOf(picture: Picture): Scene {
  const inLog = picture.view.mode.is === 'log'
  const page = inLog ? logRows(picture) : layoutOf(picture).queue
  return { ...picture, top: topOfQueue(picture), page: Math.max(page, 1) }
}
