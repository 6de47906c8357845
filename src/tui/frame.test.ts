import type { Fact } from '../core/run/event.ts'
import { stripVTControlCharacters } from 'node:util'
import { expect, it } from 'vitest'
import { saidEstimate } from '../core/durations/estimate.ts'
import { taskId } from '../core/value/ids.ts'
import { pictureOf } from '../../test/browser/picture-of.ts'
import {
  scriptedLiveRun,
  tasksFrom,
  type ScriptedRun,
} from '../../test/played/scripted-live-run.ts'
import { about, asks, waitsForLeave } from '../../test/played/needs.ts'
import { QUESTION } from '../../test/played/play.ts'
import { NO_USAGE } from '../core/agent/usage.ts'
import { displayWidth } from './display-text.ts'
import { drawFrame, drawLastFrame } from './frame.ts'
import { drawSplash, isSplashed } from './splash.ts'
import { THEMES, type Theme } from './theme.ts'

const MINUTE = 60_000

/** Two agents work on login and schema; everything else waits for its own reason. */
function shop(): ScriptedRun {
  const estimate = saidEstimate(300)
  const tasks = tasksFrom(
    `login
     schema
     api: schema, login
     pages: api
     signup
     release
     docs`,
    {
      login: { name: 'Log in with a password', files: ['src/auth.ts'], estimate, priority: 1 },
      schema: { name: 'Tables', estimate },
      signup: { name: 'Sign up', files: ['src/auth.ts'], estimate },
      release: { name: 'Publish it', needsHuman: true, estimate },
      api: { name: 'HTTP API', estimate },
      pages: { name: 'Pages', estimate },
      docs: { name: 'Explain it', estimate },
    },
  )
  const live = scriptedLiveRun({ name: 'shop', tasks, groups: [] }, { agents: 2 })
  live.startAll()
  return live.say('login', '\x1b[32mEdit\x1b[39m src/auth.ts').say('schema', '設計を確認しています')
}

const frame = (...picture: Parameters<typeof pictureOf>): string =>
  `\n${drawFrame(pictureOf(...picture)).join('\n')}\n`

it('shows what every agent does and why every other task waits', () => {
  expect(frame(shop(), MINUTE, '92x16')).toBe(`
 run 7 running  shop  1 needs you                           1m  about 21m left (12m to 38m)
 ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒·········································  0/7 landed  2 working  5 waiting
─ needs you  1 ─────────────────────────────────────────────────────────────────────────────
  [!] release      1m  needs your approval to start
─ agents  2 of 2 working ───────────────────────────────────────────────────────────────────
   1 login    Log in with a password  #1      1m  Edit src/auth.ts
   2 schema   Tables                  #1      1m  設計を確認しています
─ tasks  7 ─────────────────────────────────────────────────────────────────────────────────
  [*] login    Log in with a password  agent 1, 1m
  [*] schema   Tables                  agent 2, 1m
  [ ] signup   Sign up                 would collide with login on src/auth.ts
  [ ] docs     Explain it              next in line
  [ ] api      HTTP API                after schema, login
  [ ] pages    Pages                   after api
  [ ] release  Publish it              needs your approval to start
 ? help  q quit  tab needs you  enter log  p pause  c cancel  r retry  s skip  a approve
`)
})

it('says where the web page is, as long as there is room, and how to open it', () => {
  const link = 'http://127.0.0.1:4700/?token=secret'
  const lines = (size: `${number}x${number}`) =>
    drawFrame(pictureOf(shop(), MINUTE, size, { link }))
  expect(lines('72x16')[0]).toBe(
    ' run 7 running  shop  1 needs you    127.0.0.1:4700  1m  about 21m left',
  )
  expect(lines('66x16')[0]).toBe(
    ' run 7 running  shop  1 needs you              1m  about 21m left',
  )
  expect(lines('72x16').at(-1)).toContain('o browser')
  expect(lines('72x16').join('')).not.toContain('secret')
  const help = drawFrame(pictureOf(shop(), MINUTE, '80x24', { link, mode: { is: 'help' } }))
  expect(help.join('\n')).toContain(` o           browser: ${link}`)
  const whole = `http://127.0.0.1:4700/?token=${'x'.repeat(43)}`
  const view = { link: whole, mode: { is: 'help' } } as const
  const wide = drawFrame(pictureOf(shop(), MINUTE, '80x24', view))
  expect(wide.join('\n')).toMatch(` o           browser:\n ${whole}\n q `)
  expect(wide.join('\n')).toContain('waiting')
  const narrow = drawFrame(pictureOf(shop(), MINUTE, '60x24', view))
    .join('')
    .replaceAll(/\s/g, '')
  expect(narrow).toContain(whole)
})

it('says that it is being cancelled or stopped, and promises no end', () => {
  const first = (fact: Fact) => drawFrame(pictureOf(shop().record(fact), MINUTE, '60x14'))[0]
  expect(first({ type: 'run-cancelled' })).toMatch(/^ run 7 cancelling  shop +1m$/)
  expect(first({ type: 'coordinator-stopping' })).toMatch(/^ run 7 stopping  shop .* 1m$/)
})

it('says that it is paused, and promises no end', () => {
  const lines = drawFrame(pictureOf(shop().record({ type: 'run-paused' }), MINUTE, '60x14'))
  expect(lines[0]).toBe(' run 7 paused  shop  1 needs you                         1m')
  expect(lines.slice(8, 10)).toEqual(['  [ ] signup   paused', '  [ ] docs     paused'])
  expect(lines.at(-1)).toContain('p resume')
})

it('says when it is the person who is waited for', () => {
  const tasks = tasksFrom('release', { release: { needsHuman: true } })
  const live = scriptedLiveRun({ name: 'shop', tasks, groups: [] })
  expect(drawFrame(pictureOf(live, MINUTE, '80x4')).slice(0, 1)).toEqual([
    ' run 7 blocked by you  shop  1 needs you                                     1m',
  ])
})

it('shows failures with the last words of the task, and what was skipped because of them', () => {
  const live = shop().at(MINUTE)
  live.land('login').fail('schema', 2, ['migrating', 'relation "users" exists', ''])
  live.startAll()
  expect(frame(live, 2 * MINUTE, '104x20')).toBe(`
 run 7 running  shop  2 need you                                       2m  about 3m left (1m 30s to 6m)
 █████xxxxxxxxxxxxxxx▒▒▒▒▒▒▒▒▒▒·····  1/7 landed  1 failed  2 working  1 waiting  2 skipped  success 25%
─ needs you  2 ─────────────────────────────────────────────────────────────────────────────────────────
  [!] schema       1m  failed: exit code 2; 2 dependent tasks were skipped
  [!] release      2m  needs your approval to start
       migrating
       relation "users" exists
       Skipped: api, pages
─ agents  2 of 2 working ───────────────────────────────────────────────────────────────────────────────
   1 signup   Sign up                 #1      1m
   2 docs     Explain it              #1      1m
─ tasks  7 ─────────────────────────────────────────────────────────────────────────────────────────────
  [*] signup   Sign up                 agent 1, 1m
  [*] docs     Explain it              agent 2, 1m
  [ ] release  Publish it              needs your approval to start
  [+] login    Log in with a password  landed after 1m
  [x] schema   Tables                  failed: exit code 2: relation "users" exists
  [-] api      HTTP API                skipped: schema did not land
  [-] pages    Pages                   skipped: schema did not land
 ? help  q quit  tab needs you  enter log  p pause  c cancel  r retry  s skip  a approve  +/- priority
`)
})

it('says what an agent asks, and all about it, without hiding the queue', () => {
  const live = asks(waitsForLeave(shop(), 'schema', 'Bash', 'npm publish'), 'login')
  expect(frame(live, MINUTE, '92x24', { selected: taskId('login') })).toBe(`
 run 7 running  shop  3 need you                            1m  about 22m left (13m to 39m)
 ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒·········································  0/7 landed  2 working  5 waiting
─ needs you  3 ─────────────────────────────────────────────────────────────────────────────
  [!] schema       1m  waits for your permission: Bash npm publish
> [!] login        1m  asks: How are tokens refreshed?
  [!] release      1m  needs your approval to start
       Agent: 1, task login
       Topic: Log in with a password
       Decision needed: How are tokens refreshed?
       Options considered:
         1. sliding expiration
         2. fixed expiration
       Context: Tokens expire after an hour.
─ agents  2 of 2 working ───────────────────────────────────────────────────────────────────
   1 login    Log in with a password  #1      1m  Edit src/auth.ts
   2 schema   Tables                  #1      1m  設計を確認しています
─ tasks  1-6 of 7 ──────────────────────────────────────────────────────────────────────────
> [*] login    Log in with a password  agent 1, 1m: asks: How are tokens refreshed? (1m)
  [*] schema   Tables                  agent 2, 1m: waits for your permission: Bash npm pub…
  [ ] signup   Sign up                 would collide with login on src/auth.ts
  [ ] docs     Explain it              next in line
  [ ] api      HTTP API                after schema, login
  [ ] pages    Pages                   after api
 t answer  ? help  q quit  tab needs you  enter log  p pause  c cancel  r retry  s skip
`)
})

const LONG_QUESTION = {
  decision: 'Where are the entries of the todo service kept, given that it must survive a crash?',
  options: [
    'SQLite, one file beside the service, and no server that anybody has to run',
    'Postgres, because the other services have it already and people know how to back it up',
  ],
  context: 'One process today; three were talked of.',
  area: null,
}

it('shows all of a question on the usual small screen, before agents that are idle', () => {
  const tasks = tasksFrom('api\npages\ndocs: pages\nnotes: pages\nmore: pages\nlast: pages')
  const live = scriptedLiveRun({ name: 'todo', tasks, groups: [] }, { agents: 6 })
  live.startAll()
  expect(frame(asks(live, 'api', LONG_QUESTION), MINUTE, '80x24')).toBe(`
 run 7 running  todo  1 needs you            1m  about 34m left (17m to 1h 45m)
 ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒······························  0/6 landed  2 working  4 waiting
─ needs you  1 ─────────────────────────────────────────────────────────────────
  [!] api        1m  asks: Where are the entries of the todo service kept, give…
       Agent: 2, task api
       Topic: api
       Decision needed: Where are the entries of the todo service kept, given
       that it must survive a crash?
       Options considered:
         1. SQLite, one file beside the service, and no server that anybody has
            to run
         2. Postgres, because the other services have it already and people know
            how to back it up
       Context: One process today; three were talked of.
─ agents  2 of 6 working ───────────────────────────────────────────────────────
   1 pages  #1      1m
   2 api    #1      1m
     and 4 more, idle
─ tasks  3-6 of 6 ──────────────────────────────────────────────────────────────
  [ ] docs   after pages
  [ ] notes  after pages
  [ ] more   after pages
  [ ] last   after pages
 t answer  ? help  q quit  tab needs you  enter log  p pause  c cancel  r retry
`)
})

it('lets one read on in what does not fit', () => {
  const live = asks(shop(), 'login', LONG_QUESTION)
  const panel = (readPage: number) =>
    drawFrame(pictureOf(live, MINUTE, '60x14', { readPage })).slice(3, 9)
  expect(panel(0).at(-1)).toBe('       (lines 1-3 of 10: space scrolls)')
  const read = [0, 1, 2, 3].flatMap((page) => panel(page).slice(2, -1)).join('\n')
  expect(read).toContain('anybody has to run')
  expect(read).toContain('three were talked of.')
  expect(panel(4)).toEqual(panel(0))
})

it('shows what models have cost, and may', () => {
  const cost = (budgetUsd: number | null, costUsd: number | null, estimatedUsd = 0) => {
    const live = shop().record({ type: 'budget-changed', task: null, usd: budgetUsd, frees: [] })
    const usage = { ...NO_USAGE, inputTokens: 1000, costUsd, costFrom: null, estimatedUsd }
    live.record({ type: 'usage-reported', ...about('login'), usage })
    return drawFrame(pictureOf(live, MINUTE, '80x24'))[0]!.slice(30)
  }
  expect(cost(5, 0.42)).toContain('$0.42 of $5.00  1m  about')
  expect(cost(null, 0.42)).toContain('  $0.42  1m')
  expect(cost(5, null)).toContain('unknown cost of $5.00')
  expect(cost(5, 0.42, 0.42)).toContain('$0.42 estimated of $5.00')
  expect(drawFrame(pictureOf(shop(), MINUTE, '80x24'))[0]).not.toContain('$')
})

it('shows the budget as a bar where there is room, and says so in colour when it is nearly spent', () => {
  const line = (costUsd: number, size: `${number}x${number}` = '92x24', colour = false) => {
    const live = shop().record({ type: 'budget-changed', task: null, usd: 5, frees: [] })
    const usage = { ...NO_USAGE, inputTokens: 1000, costUsd, costFrom: null, estimatedUsd: 0 }
    live.record({ type: 'usage-reported', ...about('login'), usage })
    return drawFrame({ ...pictureOf(live, MINUTE, size), colour })[0]!
  }
  expect(line(0.42)).toContain(' █········· $0.42 of $5.00  1m')
  expect(line(4)).toContain(' ████████·· $4.00 of $5.00  1m')
  expect(line(6)).toContain(' ██████████ $6.00 of $5.00  1m')
  expect(line(0.42, '60x24')).toContain('  $0.42 of $5.00')
  expect(line(0.42, '60x24')).not.toContain('█')
  expect(line(4, '92x24', true)).toContain('\x1b[33m████████')
  expect(line(6, '92x24', true)).toContain('\x1b[31m██████████')
})

it('says why words were not taken, and keeps them', () => {
  const mode = { is: 'tell', task: taskId('schema'), text: 'go' } as const
  const message = { text: 'not taken: it is over', until: Infinity }
  const lines = drawFrame(pictureOf(shop(), MINUTE, '80x24', { mode, message }))
  expect(lines).toHaveLength(24)
  expect(lines.slice(-2)).toEqual([
    ' not taken: it is over',
    ' tell schema: go_   enter sends, esc leaves',
  ])
})

it('offers the keys that answer a request for leave, and shows what is typed', () => {
  const live = waitsForLeave(shop(), 'schema', 'Bash', 'npm publish')
  const footer = (view: object) => drawFrame(pictureOf(live, MINUTE, '40x24', view)).at(-1)
  expect(footer({ selected: taskId('schema') })).toBe(' y allow  n deny  ? help  q quit')
  const typing = (text: string) => footer({ mode: { is: 'tell', task: taskId('schema'), text } })
  expect(typing('no')).toBe(' tell schema: no_   enter sends, esc le…')
  expect(typing(`${'x'.repeat(60)} the end`)).toBe(` tell schema: ${'x'.repeat(17)} the end_`)
})

it('says what a number means where a question is answered', () => {
  const footer = (size: `${number}x${number}`, live: ScriptedRun) =>
    drawFrame(
      pictureOf(live, MINUTE, size, { mode: { is: 'tell', task: taskId('schema'), text: '1' } }),
    ).at(-1)
  expect(footer('100x24', asks(shop(), 'schema'))).toBe(
    ' answer schema (a number chooses an option): 1_   enter sends, esc leaves',
  )
  expect(footer('50x24', asks(shop(), 'schema'))).toBe(
    ' answer schema: 1_   enter sends, esc leaves',
  )
  const open = asks(shop(), 'schema', { ...QUESTION, options: [] })
  expect(footer('100x24', open)).toBe(' answer schema: 1_   enter sends, esc leaves')
})

it('keeps to the screen, however small it is, also when something needs you', () => {
  const quiet = shop()
  const loud = asks(waitsForLeave(shop(), 'schema', 'Bash', 'x'.repeat(300)), 'login')
  const tell = { is: 'tell', task: taskId('login'), text: 'ü設計'.repeat(50) } as const
  const views = [{ mode: tell }, { selected: taskId('schema') }] as const
  for (const [live, view] of [[quiet, {}], ...views.map((view) => [loud, view] as const)] as const)
    for (const columns of [1, 2, 7, 20, 39, 40, 59, 80, 133])
      for (const rows of [1, 2, 3, 4, 5, 8, 10, 11, 24]) {
        const lines = drawFrame(pictureOf(live, MINUTE, `${columns}x${rows}`, view))
        expect(lines).toHaveLength(rows)
        expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(columns)
      }
})

it('keeps the state, the queue and help on a narrow and low screen', () => {
  expect(frame(shop(), MINUTE, '40x8')).toBe(`
 run 7 running  1 needs you          1m
 ▒▒▒▒▒▒▒····················  0/7 landed
─ tasks  1-4 of 7 ──────────────────────
  [*] login    agent 1, 1m
  [*] schema   agent 2, 1m
  [ ] signup   would collide with login…
  [ ] docs     next in line
 ? help  q quit  tab needs you
`)
})

it('keeps the state of the run on a single row', () => {
  expect(drawFrame(pictureOf(shop(), MINUTE, '40x1'))).toEqual([
    ' run 7 running  1 needs you          1m',
  ])
})

it('filters by id and name, whatever the case', () => {
  expect(frame(shop(), MINUTE, '60x12', { filter: 'SIGN' })).toBe(`
 run 7 running  shop  1 needs you        1m  about 21m left
 ▒▒▒▒▒▒▒··················  0/7 landed  2 working  5 waiting
─ needs you  1 ─────────────────────────────────────────────
  [!] release      1m  needs your approval to start
─ agents  2 of 2 working ───────────────────────────────────
   1 login    #1      1m  Edit src/auth.ts
   2 schema   #1      1m  設計を確認しています
─ tasks matching "SIGN"  1 ─────────────────────────────────
  [ ] signup   would collide with login on src/auth.ts


 ? help  q quit  tab needs you  enter log  p pause
`)
})

it('shows what is typed into the filter', () => {
  const lines = drawFrame(
    pictureOf(shop(), MINUTE, '60x12', { filter: 'zz', mode: { is: 'filter', before: '' } }),
  )
  expect(lines.filter((line) => line.includes('zz'))).toEqual([
    '─ tasks matching "zz"  0 ───────────────────────────────────',
    '     no task matches "zz"',
    ' /zz_   enter keeps it, esc drops it',
  ])
})

it('asks before it stops work', () => {
  const mode = {
    is: 'confirm',
    question: 'Cancel "login" after 1m of work?',
    effect: { do: 'quit' },
  } as const
  expect(drawFrame(pictureOf(shop(), MINUTE, '60x12', { mode })).at(-1)).toBe(
    ' Cancel "login" after 1m of work? (y/n)',
  )
})

it('shows a message for as long as it lasts', () => {
  const message = { text: 'approved release', until: MINUTE + 1 }
  const footer = (now: number) => drawFrame(pictureOf(shop(), now, '60x12', { message })).at(-1)
  expect(footer(MINUTE)).toBe(' approved release')
  expect(footer(MINUTE + 1)).toContain('? help')
})

it('follows the log of a task, long lines wrapped and stripped of colour', () => {
  const live = shop().say('login', `long ${'x'.repeat(60)}`, 'one\rtwo\x07', 'last')
  const mode = { is: 'log', task: taskId('login'), held: null } as const
  expect(frame(live, MINUTE, '50x7', { mode })).toBe(`
 [*] login  Log in with a password  a…  following
 Edit src/auth.ts
 long xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
 xxxxxxxxxxxxxxxx
 two
 last
 esc back  j/k scroll  g top  G follow
`)
})

it('says in the log of a waiting task why it has none', () => {
  const mode = { is: 'log', task: taskId('pages'), held: null } as const
  expect(drawFrame(pictureOf(shop(), MINUTE, '60x6', { mode }))[1]).toBe(
    ' no output yet: after api',
  )
})

const help = (owner: boolean): string =>
  frame(shop(), MINUTE, '60x24', { mode: { is: 'help' }, owner })

it('lists the keys, and says what quitting means', () => {
  expect(help(true)).toContain(' q           stop the run and quit')
  expect(help(false)).toContain(' q           leave; the run continues')
  expect(help(true)).toContain('[ ] waiting    [*] working    [>] landing')
})

it('says that there is nothing to do', () => {
  const empty = scriptedLiveRun({ name: 'nothing', tasks: [], groups: [] })
  expect(frame(empty, 0, '60x6')).toBe(`
 run 7 running  nothing                                  0s
 ···············································  0/0 landed
─ tasks  0 ─────────────────────────────────────────────────
     the plan has no tasks

 ? help  q quit  enter log  p pause  c cancel  r retry
`)
})

it('uses colour only when asked to', () => {
  const plain = drawFrame(pictureOf(shop(), MINUTE, '80x16')).join('')
  const coloured = drawFrame(pictureOf(shop(), MINUTE, '80x16', { colour: true })).join('')
  expect(plain).not.toContain('\x1b')
  expect(coloured).toContain('\x1b[32mrunning\x1b[39m')
})

it('takes the colours of the theme, which changes no word', () => {
  const bare = (theme: Theme): string =>
    stripVTControlCharacters(
      drawFrame(pictureOf(shop(), MINUTE, '80x16', { colour: true, theme })).join('\n'),
    )
  const themes = Object.keys(THEMES) as Theme[]
  expect(themes).toEqual(['default', 'cyberpunk', 'minimal', 'solarized-dark', 'dracula'])
  const looks = themes.map((theme) =>
    drawFrame(pictureOf(shop(), MINUTE, '80x16', { colour: true, theme })).join('\n'),
  )
  expect(new Set(looks).size).toBe(themes.length)
  for (const theme of themes) expect(bare(theme)).toBe(bare('default'))
  expect(looks[2]).not.toMatch(/\x1b\[3\d/)
})

it('begins with a splash that gives way to whatever needs a person', () => {
  const tasks = tasksFrom('a\nb')
  const live = scriptedLiveRun({ name: 'shop', tasks, groups: [] }, { agents: 2 })
  const picture = pictureOf(live, MINUTE, '40x8')
  expect(drawSplash(picture)).toEqual([
    '',
    '           C O N D U C T O R',
    '',
    '              run 7  shop',
    '   2 tasks, at most 2 agents at once',
    '',
    '             press any key',
    '',
  ])
  expect(isSplashed(picture, MINUTE + 1)).toBe(true)
  expect(isSplashed(picture, MINUTE)).toBe(false)
  expect(isSplashed(pictureOf(shop(), MINUTE, '40x8'), MINUTE + 1)).toBe(false)
})

it('lets nothing that a task is called or says move the cursor', () => {
  const evil = '\x1b[2J\x1b]0;title\x07\u202e'
  const tasks = tasksFrom('a\nb\nc', { a: { name: `${evil}name` }, b: { name: evil } })
  const live = scriptedLiveRun({ name: evil, tasks, groups: [] }, { agents: 2 })
  live.startAll()
  live.say('a', `${evil}said`).record({
    type: 'task-failed',
    task: taskId('b'),
    failure: { is: 'cannot-start', reason: evil, passing: false },
    lastLines: [evil],
  })
  const message = { text: evil, until: MINUTE }
  for (const mode of [{ is: 'queue' }, { is: 'log', task: taskId('a'), held: null }] as const)
    expect(frame(live, 0, '100x20', { mode, message })).not.toMatch(
      /(?!\n)[\p{Control}\p{Bidi_Control}]/u,
    )
})

it('shows the selected row in the middle of 10,000 and looks at no other', () => {
  const tasks = tasksFrom(Array.from({ length: 10_000 }, (_, i) => `t${i}`).join('\n'))
  const live = scriptedLiveRun({ name: 'big', tasks, groups: [] }, { agents: 20 })
  live.startAll()
  const picture = pictureOf(live, 0, '60x40', { selected: taskId('t5000') })
  const looked: string[] = []
  const waits = new Map(picture.waits)
  waits.get = (id) => {
    looked.push(id)
    return picture.waits.get(id)
  }
  const lines = drawFrame({ ...picture, waits })
  expect(lines.findIndex((line) => line === '> [ ] t5000  4981st in line')).toBe(31)
  expect(looked.length).toBeLessThan(40)
})

it('leaves the state of the run behind, what did not land first', () => {
  const live = shop().at(MINUTE)
  live.fail('schema', 1).land('login')
  expect(`\n${drawLastFrame(pictureOf(live, MINUTE, '80x24')).join('\n')}\n`).toBe(`
 run 7 running  shop  2 need you                                             1m
 █████xxxxxxxxxxxxxxx···············  1/7 landed  1 failed  3 waiting  2 skipped
  [x] schema   Tables                failed: exit code 1
  [ ] signup   Sign up               next in line
  [ ] docs     Explain it            2nd in line
  [ ] release  Publish it            needs your approval to start
  [-] api      HTTP API              skipped: schema did not land
  [-] pages    Pages                 skipped: schema did not land
  [+] login    Log in with a passw…  landed after 1m
`)
})
