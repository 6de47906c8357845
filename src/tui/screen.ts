/** The terminal as a view uses it: keys come in, lines go out, and only lines that changed are written. */
import { holdTerminal } from './hold-terminal.ts'
import type { Size } from './picture.ts'
import { openKeyReader, type Hands } from './press/read-keys.ts'
import type { Key } from './view.ts'

interface Screen {
  size(): Size
  /** Shows exactly these lines; only lines that differ from the last ones are written. */
  show(lines: readonly string[]): void
  /** Restores the terminal, and prints these lines below its earlier content. */
  close(left: readonly string[]): Promise<void>
}

/** Terminals that know these sequences show a frame at once; others ignore them. */
const BEGIN_FRAME = '\x1b[?2026h'
const END_FRAME = '\x1b[?2026l'

export function openScreen(
  stdin: NodeJS.ReadStream,
  stdout: NodeJS.WriteStream,
  hands: Hands & { resize(): void },
): Screen {
  let shown: readonly string[] = []
  const startOver = (): void => {
    shown = []
    hands.resize()
  }
  const press = (key: Key): void => {
    if (key === 'ctrl-l') startOver()
    else if (key === 'ctrl-z') terminal.suspend()
    else hands.key(key)
  }
  const keys = openKeyReader({ key: press, paste: hands.paste })
  if (stdin.isTTY) stdin.setEncoding('utf8').on('data', keys.read)
  stdout.on('resize', startOver)
  const terminal = holdTerminal(stdin, stdout, startOver)
  return {
    size: () => ({ columns: stdout.columns || 80, rows: stdout.rows || 24 }),
    show(lines) {
      const changes = changedLines(shown, lines)
      shown = lines
      if (changes !== '') terminal.write(BEGIN_FRAME + changes + END_FRAME)
    },
    async close(left) {
      keys.close()
      stdin.off('data', keys.read)
      stdout.off('resize', startOver)
      terminal.giveBack()
      await new Promise<void>((done) => {
        stdout.write(left.map((line) => `${line}\n`).join(''), () => done())
      })
    },
  }
}

/** Each line is positioned by itself, so that a line that the terminal renders wider disturbs no other line. */
function changedLines(before: readonly string[], lines: readonly string[]): string {
  const clear = before.length === lines.length ? '' : '\x1b[2J'
  const changed = lines.map((line, i) =>
    clear === '' && line === before[i] ? '' : `\x1b[${i + 1};1H\x1b[2K${line}`,
  )
  return clear + changed.join('')
}
