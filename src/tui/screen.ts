/**
 * The terminal itself. Ink reads the keys, keeps raw mode and the other screen and gives them back
 * however the process ends; painting is ours. Ink lays out and styles every cell of every frame:
 * 14 % of a core at ten frames a second on 120 x 40, where this view as a whole takes 2 to 3 %
 * (bench/view.ts), because only the lines that changed are written.
 */
import { render, useInput, type Key as InkKey } from 'ink'
import { createElement as h } from 'react'
import type { Size } from './picture.ts'
import type { Key } from './view.ts'

interface Screen {
  size(): Size
  /** Shows exactly these lines; only what differs from the last ones is written. */
  show(lines: readonly string[]): void
  /** Gives the terminal back as it was, with these lines below what was there. */
  close(left: readonly string[]): Promise<void>
}

interface Hands {
  key(key: Key): void
  resize(): void
}

/** Terminals that know them show a frame at once; the others ignore them. */
const BEGIN_FRAME = '\x1b[?2026h'
const END_FRAME = '\x1b[?2026l'

export function openScreen(
  stdin: NodeJS.ReadStream,
  stdout: NodeJS.WriteStream,
  hands: Hands,
): Screen {
  let shown: readonly string[] = []
  const startOver = (): void => {
    shown = []
    hands.resize()
  }
  const press = (key: Key): void => (key === 'ctrl-l' ? startOver() : hands.key(key))
  const ink = render(h(Keyboard, { press, isTTY: stdin.isTTY }), {
    stdin,
    stdout,
    alternateScreen: true,
    interactive: true,
    exitOnCtrlC: false,
    patchConsole: false,
  })
  stdout.on('resize', startOver)
  return {
    size: () => ({ columns: stdout.columns || 80, rows: stdout.rows || 24 }),
    show(lines) {
      const changes = changedLines(shown, lines)
      shown = lines
      if (changes !== '') stdout.write(BEGIN_FRAME + changes + END_FRAME)
    },
    async close(left) {
      stdout.off('resize', startOver)
      const gone = ink.waitUntilExit()
      ink.unmount()
      await gone
      await new Promise<void>((done) => {
        stdout.write(left.map((line) => `${line}\n`).join(''), () => done())
      })
    },
  }
}

/** Each line has its place, so that a line the terminal takes for wider harms only itself. */
function changedLines(before: readonly string[], lines: readonly string[]): string {
  const clear = before.length === lines.length ? '' : '\x1b[2J'
  const changed = lines.map((line, i) =>
    clear === '' && line === before[i] ? '' : `\x1b[${i + 1};1H\x1b[2K${line}`,
  )
  return clear + changed.join('')
}

function Keyboard({ press, isTTY }: { press: (key: Key) => void; isTTY: boolean }): null {
  useInput(
    (input, key) => {
      const name = nameOf(input, key)
      if (name !== null) press(name)
      else for (const character of input) press(character)
    },
    { isActive: isTTY },
  )
  return null
}

const NAMES: readonly (readonly [keyof InkKey, Key])[] = [
  ['upArrow', 'up'],
  ['downArrow', 'down'],
  ['pageUp', 'page-up'],
  ['pageDown', 'page-down'],
  ['home', 'home'],
  ['end', 'end'],
  ['return', 'enter'],
  ['tab', 'tab'],
  ['escape', 'escape'],
  ['backspace', 'backspace'],
  ['delete', 'backspace'],
]

/** null: the key types what it says, or several were typed at once. */
function nameOf(input: string, key: InkKey): Key | null {
  if (key.ctrl) return `ctrl-${input}`
  return NAMES.find(([flag]) => key[flag] === true)?.[1] ?? null
}
