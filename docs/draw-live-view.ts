/**
 * Draws docs/live-view.svg and prints the same frame as text: a real run in a real pseudo-terminal, as
 * it looks after a moment, when an agent has asked something.   node docs/draw-live-view.ts
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { inTerminal } from '../test/in-terminal.ts'

const COLUMNS = 96
const ROWS = 24
const COLOURS: Readonly<Record<number, string>> = {
  31: '#e06c75',
  32: '#98c379',
  33: '#e5c07b',
  34: '#61afef',
  35: '#c678dd',
  36: '#56b6c2',
}
const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Stands for an agent: reads the code for a moment, asks, and ends its turn. */
const ASKS = `
sleep 1.2
"$NODE" "$CONDUCTOR" session ask "How are tokens refreshed?" --option "sliding expiration" --option "fixed expiration" --context "They expire after an hour; nobody may be logged out while working."
`

const PLAN = `
config: {agent: asks, parallel: 3}
tasks:
  - {id: schema, name: Tables for users and sessions, run: "sleep 1; echo 12 tables"}
  - {id: auth, name: Implement the auth flow, prompt: Implement the token refresh., dependencies: [schema]}
  - {id: export, name: Add an export button, run: "sleep 2; echo 3 of 4 tests; sleep 60", dependencies: [schema]}
  - {id: dark, name: A dark theme, run: "sleep 3; echo colours moved to tokens; sleep 60"}
  - {id: sso, name: Sign in with SSO, prompt: Add SSO., dependencies: [auth]}
  - {id: docs, name: Say how to use it, run: "true", dependencies: [export, dark]}
`

const folder = mkdtempSync(join(tmpdir(), 'live-view-'))
mkdirSync(join(folder, '.conductor'))
writeFileSync(join(folder, 'tasks.yaml'), PLAN)
writeFileSync(join(folder, 'asks.sh'), ASKS)
writeFileSync(
  join(folder, '.conductor', 'config.yaml'),
  'agents: {asks: {command: sh asks.sh, pass: [NODE, CONDUCTOR]}}\n',
)
const output = await outputAfter(4700)
rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
const lines = screenOf(output)
writeFileSync(at('live-view.svg'), svgOf(lines))
console.log(lines.map((line) => line.replace(/\x1b\[[\d;]*m/g, '').trimEnd()).join('\n'))

async function outputAfter(milliseconds: number): Promise<string> {
  const command = `cd '${folder}'; '${process.execPath}' '${at('../bin/conductor.js')}' run tasks.yaml`
  await using terminal = inTerminal(
    command,
    { HOME: folder, FORCE_COLOR: '1', NODE: process.execPath, CONDUCTOR: at('../bin/conductor.js') },
    { columns: COLUMNS, rows: ROWS },
  )
  await terminal.sees('agents')
  await sleep(milliseconds)
  const seen = terminal.output()
  terminal.press('qy')
  await terminal.ended()
  return seen
}

/** The view writes whole lines, each to its place: the last one written to a row is what is seen. */
function screenOf(written: string): string[] {
  const rows = Array.from({ length: ROWS }, () => '')
  for (const [, row, line] of written.matchAll(/\x1b\[(\d+);1H\x1b\[2K((?:[^\x1b]|\x1b\[[\d;]*m)*)/g))
    rows[Number(row) - 1] = line!
  return rows
}

function svgOf(rows: readonly string[]): string {
  const [width, height] = [Math.ceil(COLUMNS * 8.4) + 24, ROWS * 19 + 24]
  const texts = rows.map((row, i) => `<text xml:space="preserve" x="12" y="${26 + i * 19}">${spansOf(row)}</text>`)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="The live view of a run in a terminal">
<style>text{font:14px ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#d8dee9;white-space:pre}</style>
<rect width="100%" height="100%" rx="8" fill="#1e222a"/>
${texts.join('\n')}
</svg>
`
}

/** Each piece gets its own place, so that the columns stand whatever font there is. */
function spansOf(row: string): string {
  let style = ''
  let column = 0
  return row
    .split(/(\x1b\[[\d;]*m)/)
    .flatMap((part) => {
      const codes = /^\x1b\[([\d;]*)m$/.exec(part)
      if (codes) {
        style = codes[1]!.split(';').map(Number).reduce(withCode, style)
        return []
      }
      if (part === '') return []
      const x = 12 + column * 8.4
      column += part.length
      return `<tspan x="${x.toFixed(1)}" textLength="${(part.length * 8.4).toFixed(1)}"${style}>${escaped(part)}</tspan>`
    })
    .join('')
}

function withCode(style: string, code: number): string {
  if (code === 0 || code === 39 || code === 22) return ''
  if (code === 1) return `${style} font-weight="bold"`
  if (code === 2) return `${style} opacity="0.6"`
  const colour = COLOURS[code]
  return colour === undefined ? style : `${style} fill="${colour}"`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
