import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { barriersOn } from '../browser/axe.ts'
import { serveOnce } from '../browser/browser.ts'
import { sharedPage } from '../browser/shared-page.ts'
import { isConducted } from '../browser/web-visit.ts'
import { eventsIn } from '../conductor.ts'
import { until } from '../until.ts'

/** Entries of three megabytes, of which the page reads the last; one line is of nine more, and nobody wrote it. */
function longConversation(): string {
  let at = Date.now() - 600_000
  const call = (
    id: string,
    [name, title]: readonly [string, string],
    result: string,
    ended = 'well',
  ) => [
    { call: id, kind: name === 'Edit' ? 'edit' : 'command', name, title },
    ...(name === 'Edit'
      ? [{ call: id, file: title, diff: ' x\n-const a = 1\n+const a = 2\n' }]
      : []),
    { call: id, result },
    { call: id, ended, says: result.slice(0, 20) },
  ]
  const testOutput = Array.from({ length: 400 }, (_, i) => `line ${i} of the test\n`).join('')
  const used = { inputTokens: 12_000, outputTokens: 345, cacheReadTokens: 0, cacheWriteTokens: 0 }
  const entries = [
    { told: 'Make it so.', prompt: true },
    { said: 'the needle in the beginning' },
    ...Array.from({ length: 3000 }, (_, i) =>
      call(`c${i}`, ['Bash', `step ${i}`], 'x'.repeat(900)),
    ).flat(),
    ...call('bad', ['Bash', 'false'], 'the last error of all\n', 'failed'),
    {
      said: `\x1b[31m**Bold** ${EVIL} <script>document.title=1</script> [no](javascript:alert(1)) [yes](https://example.org)`,
    },
    { thought: 'A NEEDLE.\nthe second line of the thought' },
    {
      todos: [
        { text: 'one', status: 'done' },
        { text: EVIL, status: 'working' },
      ],
    },
    ...call('test', ['Bash', 'npm test'], testOutput),
    ...call('edit', ['Edit', 'src/a.ts'], 'The file was changed.\n'),
    { asks: 'r', name: 'Bash', what: 'rm -rf /' },
    { decided: 'r', allowed: false, why: 'too dangerous' },
    { said: '## All done\n\n| a | b |\n|---|---|\n| 1 | `2` |\n\n1. one\n2. two\n' },
    { used: { ...used, costUsd: 0.42, isEstimated: false }, turn: 65 },
  ]
  const lines = entries.map((entry) => JSON.stringify({ at: (at += 100), ...entry }))
  lines.splice(
    9000,
    0,
    `{"at":1,"said":"${'<b>\\u001b[31m'.repeat(1_700_000)}"}`,
    '{"at":1,"said":[]}',
    'torn {',
  )
  return `${lines.join('\n')}\n`
}

const EVIL = '<img src=x onerror=document.title=1>'

const PLANNED = `
tasks:
  - {id: a, run: "true"}
  - {id: b, run: "echo hello", dependencies: [a], files: [src/x.ts]}
  - {id: c, run: "true", dependencies: [b]}
`

const PRINTING = `tasks:\n  - id: a\n    name: ${JSON.stringify(EVIL)}\n    run: |\n      echo '${EVIL}'\n      printf '\\033[31mred\\033[0m\\n'\n      echo oops >&2\n      while [ ! -e go ]; do sleep 0.3; done\n      echo the end\n`

const REVIEWED = `config:\n  land: {review: true}\ntasks:\n  - id: a\n    run: |\n      printf 'one\\nTWO\\nthree\\n' > text.txt\n      echo new > 'a "b" <i>.txt'\n      head -c 5000 /dev/urandom > blob.bin\n`

const CHECKED = `config:\n  check: echo looking; test ! -e broken\ntasks:\n  - {id: a, run: "echo x > broken"}\n`

/** One repository and one page for all tests, which are one flow: a plan, and then four runs in the order of these files. */
const served = serveOnce(PLANNED, {
  'printing.yaml': PRINTING,
  'failing.yaml': 'tasks:\n  - {id: a, run: "exit 3"}\n',
  'reviewed.yaml': REVIEWED,
  'checked.yaml': CHECKED,
  'text.txt': 'one\ntwo\nthree\n',
})
const { visit } = sharedPage()

/** A run that the page took up again has ended, and the next one can begin. */
const isLeft = (link: string): Promise<boolean> =>
  until('nobody conducts a run', async () => !(await isConducted(link)))

/** A run without worktrees, which take longer. */
const IN_PLACE = ['--no-ui', '--isolation', 'none']

describe('the page of a task', () => {
  it('tells what it is to do, what it comes after and who waits for it', async () => {
    const { at } = await served()
    const page = await visit(at('/tasks/b'))
    const main = page.locator('main')
    await main.getByText('echo hello').waitFor()
    const text = await main.innerText()
    expect(text).toContain('src/x.ts')
    await main.getByRole('link', { name: 'a', exact: true }).click()
    await page.waitForURL('**/tasks/a')
    await main.getByRole('heading', { name: 'Blocks' }).waitFor()
  })

  it('says so when there is no such task', async () => {
    const { at } = await served()
    const page = await visit(at('/tasks/nobody'))
    await page.getByRole('link', { name: 'Back to the board' }).waitFor()
    expect(await page.locator('main').innerText()).toContain('There is no task nobody')
  })

  it('shows its transcript as it is printed, as text and nothing else', async () => {
    const { folder, at } = await served()
    const run = folder.begin('run', 'printing.yaml', ...IN_PLACE)
    await run.says('a')
    const page = await visit(at('/tasks/a'))
    await page.getByRole('heading', { name: EVIL }).waitFor()
    const log = page.getByRole('log', { name: 'Transcript' })
    await log.getByText(EVIL).waitFor()
    await log.getByText('red').waitFor()
    await log.locator('[data-kind=err]', { hasText: 'oops' }).waitFor()
    const message = page.getByLabel('Message to its agent')
    await message.fill(EVIL)
    await message.press('Control+Enter')
    await page.getByText('not delivered yet').waitFor()
    folder.write('go', '')
    await log.getByText('the end').waitFor()
    expect(await page.locator('main img').count()).toBe(0)
    expect(await page.title()).not.toBe('1')
    await page.getByText('Landed').first().waitFor()
    expect((await run.done).code).toBe(0)
  })

  it('shows the work of an agent as a conversation, however long and hostile it is', async () => {
    const { folder, at } = await served()
    const file = join(folder.path, '.conductor/run-1/executor_1/a/transcript.jsonl')
    writeFileSync(file, longConversation())
    const page = await visit(at('/tasks/a'), { dark: true })
    const log = page.getByRole('log', { name: 'Transcript' })
    // Its end is there, and what it is made of.
    await log.getByRole('heading', { name: 'All done' }).waitFor()
    await log.getByText(/Turn ended after 1m 5s, 12\.\dk tokens, \$0\.42/i).waitFor()
    await log.getByText('1 of 2 done').waitFor()
    await log.locator('[data-change=removed]', { hasText: 'const a = 1' }).waitFor()
    expect(await log.getByText('denied: too dangerous').count()).toBe(1)
    // What is hostile is text.
    await log.getByText('<img src=x onerror=document.title=1>').first().waitFor()
    expect(await page.locator('main :is(img, script, iframe, style)').count()).toBe(0)
    expect(
      await log.locator('a').evaluateAll((all) => all.map((a) => a.getAttribute('href'))),
    ).toEqual(['https://example.org/'])
    expect(await barriersOn(page)).toEqual([])
    // Thinking, and long results, are folded.
    const thinking = log.getByRole('button', { name: /^Thinking/ })
    await thinking.press('Enter')
    await log.getByText('the second line of the thought').waitFor()
    const call = log.getByRole('article', { name: 'Ran a command npm test' })
    await call.getByRole('button', { name: 'Show all 400 lines' }).press('Enter')
    await log.getByText('line 100 of the test').waitFor({ state: 'attached' })
    // Words are found in parts that were not read.
    await page.getByLabel('Find in the transcript').fill('NEEDLE')
    await page.getByText('2 of 2', { exact: true }).waitFor()
    await page.getByLabel('Find in the transcript').press('Enter')
    await page.getByText('1 of 2', { exact: true }).waitFor()
    await log.getByText('the needle in the beginning').waitFor()
    await page.getByRole('button', { name: 'Last error' }).click()
    await log.getByText('the last error of all').waitFor()
    await page.getByRole('button', { name: 'To the end' }).click()
    await log.getByRole('heading', { name: 'All done' }).waitFor()
    await page.getByRole('button', { name: 'Raw' }).click()
    await page.getByRole('log', { name: 'Raw transcript' }).getByText('> Bash npm test').waitFor()
  })

  it('lists every try with how it ended', async () => {
    const { folder, at } = await served()
    expect((await folder.conductor('run', 'failing.yaml', ...IN_PLACE)).code).toBe(1)
    const page = await visit(at('/tasks/a'))
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('link', { name: 'Attempts' }).click()
    await page.getByRole('link', { name: 'Attempt 2' }).waitFor()
    expect(await page.locator('.attempts').innerText()).toContain('exit code 3')
  })
})

describe('a review', () => {
  it('keeps the text of a rejection that the server did not take', async () => {
    const { folder, at, link } = await served()
    await isLeft(link)
    await folder.conductor('run', 'reviewed.yaml', '--no-ui', '--new')
    const page = await visit(at('/tasks/a?tab=transcript'))
    const sendBack = page.getByRole('button', { name: 'Send it back' })
    const words = page.getByRole('dialog').getByRole('textbox')
    await page.route('**/api/asks', (route) => route.abort())
    await sendBack.click()
    await words.fill('call it b.txt')
    await words.press('Control+Enter')
    await page.getByText('the server does not answer').waitFor()
    await sendBack.click()
    expect(await words.inputValue()).toBe('call it b.txt')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('shows the diff, and comments beside lines reach the agent with the rejection', async () => {
    const { folder, at } = await served()
    const page = await visit(at('/tasks/a'))
    const file = page.locator('details', { has: page.locator('summary', { hasText: 'text.txt' }) })
    await file.getByText('TWO').first().waitFor()
    // The bar below the diff is the only one.
    expect(await page.getByRole('button', { name: 'Land it' }).count()).toBe(1)
    await page.getByText('a "b" <i>.txt').first().waitFor()
    await page
      .getByText(/Binary/)
      .first()
      .waitFor()
    expect(await barriersOn(page)).toEqual([])
    // Selected lines become a new task.
    await file.getByText('TWO', { exact: true }).first().click({ clickCount: 3 })
    await page.getByRole('button', { name: 'New task about these lines' }).click()
    const words = page.getByLabel('What should be done')
    expect(await words.inputValue()).toBe('In text.txt, line 2:\n\n```\nTWO\n```\n\n')
    expect(await page.getByLabel('Files it will change').inputValue()).toBe('text.txt')
    await page.getByRole('button', { name: 'Close' }).last().click()
    await file.getByRole('button', { name: 'Comment on line 2' }).last().click()
    await page.getByLabel('Comment', { exact: true }).fill('Why so loud?')
    await page.getByRole('button', { name: 'Keep' }).click()
    await page.getByLabel(/What its agent should know/).fill('Nearly there.')
    await page.locator('.review-box').getByRole('button', { name: 'Send it back' }).click()
    await page.getByText('Sent a back:').waitFor()
    const sent = eventsIn(folder.path, 3).find((event) => event.type === 'task-sent-back')
    expect(sent).toMatchObject({
      why: expect.stringContaining('text.txt, line 2: `TWO`\nWhy so loud?'),
    })
    expect(sent).toMatchObject({ why: expect.stringContaining('Nearly there.') })
  })

  it('comes again after that, and is over when it lands', async () => {
    const { folder, at } = await served()
    const ends = () => eventsIn(folder.path, 3).filter(({ type }) => type === 'attempt-ended')
    await until('its second attempt has ended', () => ends().length === 2)
    const page = await visit(at('/tasks/a?tab=diff'))
    await page.getByLabel('Shown').selectOption('unified')
    await page.getByText('TWO').first().waitFor()
    await page.locator('.review-box').getByRole('button', { name: 'Land it' }).click()
    await page.getByText('Run 3: everything landed').waitFor()
    expect(folder.landed('text.txt', 'conductor/run-3')).toBe('one\nTWO\nthree')
  })

  it('tells what became of the check, and tries it again without landing anything', async () => {
    const { folder, at, link } = await served()
    await isLeft(link)
    await folder.conductor('run', 'checked.yaml', '--no-ui')
    const page = await visit(at('/tasks/a?tab=checks'))
    await page
      .getByText(/the check fails on the merged result/)
      .nth(1)
      .waitFor()
    // What fails again is not the first thing to do.
    const land = page.getByRole('button', { name: 'Land it', exact: true }).first()
    expect(await land.getAttribute('class')).not.toContain('primary')
    await page.getByRole('button', { name: 'Check merge' }).click()
    await page.getByText(/merges cleanly, but the check failed/).waitFor()
    expect(await page.locator('.merge-log').innerText()).toContain('looking')
    expect(folder.landed('broken', 'conductor/run-4')).toBeNull()
    expect(await barriersOn(page)).toEqual([])
  })
})
