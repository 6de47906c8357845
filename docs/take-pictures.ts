/**
 * Takes the pictures of the web app in docs/pictures/: a real run, served, in a real browser, after a moment in which an
 * agent has asked, a task has failed and another waits to be reviewed.   npm run build && node docs/take-pictures.ts
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../test/browser/launch-chromium.ts'
import { servedLink } from '../test/browser/served-link.ts'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const BIN = at('../bin/conductor.js')

/** Stands for an agent: reads for a moment, asks, and ends its turn. */
const ASKS = `
echo "reading src/session.ts"; sleep 1
"$NODE" "$CONDUCTOR" session ask "How are tokens refreshed?" --option "sliding expiration" --option "fixed expiration" --context "They expire after an hour; nobody may be logged out while working."
`

const PLAN = `
config:
  agent: asks
  parallel: 4
  check: test ! -e broken
tasks:
  - {id: schema, name: Tables for users and sessions, epic: data, estimate: 2s, files: [src/schema.sql], run: "sleep 2; mkdir -p src; printf 'create table users (id, name);\\n' > src/schema.sql; echo 12 tables"}
  - {id: auth, name: Implement the auth flow, prompt: "Implement the token refresh.", dependencies: [schema], priority: high, estimate: 8s, files: [src/session.ts]}
  - {id: export, name: Add an export button, dependencies: [schema], estimate: 40s, files: [src/list.tsx, src/export.ts], run: "echo 'reading src/list.tsx'; sleep 1; printf 'export const toCsv = (rows) => rows\\n' > export.ts; echo '3 of 4 tests pass'; sleep 300"}
  - {id: dark, name: A dark theme, estimate: 50s, files: [src/colours.css], run: "echo 'colours moved to tokens'; sleep 300"}
  - {id: search, name: Search in orders, dependencies: [schema], estimate: 30s, files: [src/search.ts], run: "echo 'building the index'; sleep 2; echo 'TypeError: index is undefined' >&2; exit 1"}
  - {id: sso, name: Sign in with SSO, prompt: "Add SSO.", dependencies: [auth], estimate: 20s, files: [src/session.ts]}
  - {id: invoice, name: Invoices as PDF, epic: billing, estimate: 4s, run: "sleep 3; printf 'one\\nTWO\\nthree\\n' > text.txt; touch broken"}
  - {id: reminder, name: Reminders by mail, epic: billing, estimate: 20s, dependencies: [invoice], run: "true"}
  - {id: release, name: Publish it, needs_human: true, estimate: 5s, run: "true"}
  - {id: docs, name: Say how to use it, dependencies: [export, dark], estimate: 10s, run: "true"}
`

/** Another repository of the same user, in which a task waits for approval. */
const BLOG = `
tasks:
  - {id: posts, name: List of posts, run: "true"}
  - {id: feed, name: An RSS feed, run: "true", needs_human: true}
`

/** key: pressed before the picture is taken. */
const PICTURES: readonly (readonly [name: string, path: string, look?: Picture['look'], key?: string])[] = [
  ['board', '/board'],
  ['board-dark', '/board', 'dark'],
  ['board-narrow', '/board', 'narrow'],
  ['lanes', '/lanes'],
  ['timeline', '/timeline'],
  ['attention', '/attention'],
  ['plan', '/plan'],
  ['task', '/tasks/export'],
  ['review', '/tasks/invoice?tab=diff'],
  ['runs', '/runs'],
  ['replay', '/runs/1/board'],
  ['projects', '/board', undefined, 's'],
]

const folder = mkdtempSync(join(tmpdir(), 'conductor-pictures-'))
const shop = join(folder, 'shop')
const blog = join(folder, 'blog')
const started: ChildProcess[] = []

function makeShop(): void {
  mkdirSync(join(shop, '.conductor'), { recursive: true })
  writeFileSync(join(shop, 'tasks.yaml'), PLAN)
  writeFileSync(join(shop, 'text.txt'), 'one\ntwo\nthree\n')
  writeFileSync(join(folder, 'asks.sh'), ASKS)
  writeFileSync(
    join(shop, '.conductor', 'config.yaml'),
    `agents: {asks: {command: sh ${join(folder, 'asks.sh')}, pass: [NODE, CONDUCTOR]}}\n`,
  )
  commitAll(shop, ['tasks.yaml', 'text.txt'])
}

function makeBlog(): void {
  mkdirSync(blog)
  writeFileSync(join(blog, 'tasks.yaml'), BLOG)
  commitAll(blog, ['tasks.yaml'])
}

function commitAll(cwd: string, files: readonly string[]): void {
  const git = (...words: readonly string[]): void =>
    void execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@localhost', ...words], { cwd })
  git('init', '--quiet', '--initial-branch=main')
  git('add', ...files)
  git('commit', '--quiet', '--message=The first tasks')
}

function start(cwd: string, ...words: readonly string[]): ChildProcess {
  const person = { GIT_AUTHOR_NAME: 'Ada', GIT_COMMITTER_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@localhost', GIT_COMMITTER_EMAIL: 'ada@localhost' }
  const env = { ...process.env, ...person, HOME: folder, NODE: process.execPath, CONDUCTOR: BIN }
  const child = spawn(process.execPath, [BIN, ...words], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] })
  child.stdout!.on('data', () => {})
  started.push(child)
  return child
}

interface Picture {
  readonly name: string
  readonly path: string
  readonly look: 'narrow' | 'dark' | undefined
  readonly key: string | undefined
}

async function takePicture(browser: Browser, link: string, { name, path, look, key }: Picture): Promise<void> {
  const viewport = look === 'narrow' ? { width: 360, height: 740 } : { width: 1280, height: 800 }
  const context = await browser.newContext({ viewport, colorScheme: look === 'dark' ? 'dark' : 'light' })
  const page = await context.newPage()
  await page.goto(link)
  await page.goto(new URL(path, link).href)
  await sleep(1500)
  if (key !== undefined) await page.keyboard.press(key)
  if (key !== undefined) await sleep(700)
  await page.screenshot({ path: at(`pictures/${name}.png`) })
  await context.close()
}

/** Runs stop in good order, so that nothing of theirs is left. */
async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGINT')
  await new Promise((resolve) => child.once('close', resolve))
}

try {
  makeShop()
  makeBlog()
  const link = await servedLink(start(shop, 'serve', '--json'))
  start(blog, 'run', 'tasks.yaml', '--no-ui')
  start(shop, 'run', 'tasks.yaml', '--no-ui')
  await sleep(12_000)
  const browser = await launchChromium()
  mkdirSync(at('pictures'), { recursive: true })
  for (const [name, path, look, key] of PICTURES) await takePicture(browser, link, { name, path, look, key })
  await browser.close()
} finally {
  for (const child of started.toReversed()) await ended(child)
  rmSync(folder, { recursive: true })
}
