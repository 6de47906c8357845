import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { Game, OUTCOMES, planFrom, QUESTION } from '../../test/played/play.ts'
import { tempFolder } from '../../test/repository/temp-folder.ts'
import { sayAnswer } from '../core/ask/ask.ts'
import { standingOf } from '../core/report/task-standing.ts'
import type { RunSettings } from '../core/run/event.ts'
import { attemptId, commitId, laneName, runId, taskId } from '../core/value/ids.ts'
import type { Run } from '../core/run/run.ts'
import {
  openSessionFiles,
  type AgentVoices,
  type SessionFile,
  type SessionFiles,
} from './session-files.ts'

let home: string
let userHome: string

/** The home folder of the user holds the list of the sessions of all repositories. */
beforeEach(() => {
  const folder = tempFolder()
  const before = process.env['HOME']
  home = join(folder.path, '.conductor')
  userHome = join(folder.path, 'user')
  process.env['HOME'] = userHome
  onTestFinished(() => {
    if (before === undefined) delete process.env['HOME']
    else process.env['HOME'] = before
    folder[Symbol.dispose]()
  })
})

const [a] = [taskId('a')]
const first = attemptId(runId(1), a, 1)

/** What is known about the agent apart from the events. */
let heard: {
  beat: number | null
  word: ReturnType<AgentVoices['wordOf']>
  listened: number
  wrote: string
}

beforeEach(() => {
  heard = { beat: 0, word: null, listened: 0, wrote: '' }
})

const open = (run: Run): SessionFiles =>
  openSessionFiles(join(home, 'sessions'), run, {
    lastBeatOf: () => heard.beat,
    wordOf: () => heard.word,
    listen: () => void (heard.listened += 1),
    wrote: (_, text) => void (heard.wrote = text),
  })

function begun(settings: Partial<RunSettings> = {}): {
  game: Game
  files: SessionFiles
} {
  const plan = planFrom('a:\nb: a', { a: { issue: 123, name: 'Log in' } })
  const game = new Game(plan, settings)
  game.startAll()
  return { game, files: open(game.run) }
}

const session = (): SessionFile =>
  JSON.parse(readFileSync(join(home, 'sessions', '1-a-1.json'), 'utf8')) as SessionFile

const listed = (): readonly Record<string, unknown>[] =>
  readFileSync(join(userHome, '.conductor', 'sessions.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

describe('session files', () => {
  it('are not made for what is over in a moment', () => {
    const { game, files } = begun()
    files.update(500)
    game.end(a, OUTCOMES.succeeded)
    files.update(2000)
    expect(existsSync(join(home, 'sessions'))).toBe(false)
    expect(existsSync(userHome)).toBe(false)
  })

  it('are made at the end for what took longer than a second but was over before anybody looked', () => {
    const { game, files } = begun()
    const before = game.events.length
    files.update(900)
    game.now = 1300
    game.end(a, OUTCOMES.succeeded)
    files.list(game.events.slice(before))
    expect(session()).toMatchObject({ id: '1-a-1', status: 'complete', phase: 'succeeded' })
  })

  it('say when a run is let go of that what worked is cut off, and what was landing pauses', () => {
    const { files } = begun()
    files.update(1000)
    files.close(2000)
    expect(session()).toMatchObject({ status: 'paused', phase: 'lost' })
    const landing = begun({ isolation: 'worktree' })
    landing.files.update(1000)
    landing.game.end(a, OUTCOMES.succeeded)
    landing.files.close(2000)
    expect(session()).toMatchObject({ status: 'paused', phase: 'landing' })
  })

  it('are complete while approved work waits for what is below it in its stack', () => {
    const plan = planFrom('b:\na: b')
    const game = new Game(plan, { isolation: 'worktree', stacked: true, review: true, agents: 1 })
    game.startAll()
    game.end(taskId('b'), OUTCOMES.succeeded)
    game.startAll()
    const files = open(game.run)
    game.end(a, OUTCOMES.succeeded)
    files.update(1000)
    game.ask({ ask: 'approve', task: a })
    files.update(2000)
    expect(session()).toMatchObject({ status: 'complete', phase: 'approved' })
    const said = standingOf(game.run, a, { now: 2000, isConducted: false }).says
    expect(said).toBe('lands after b, which waits for your approval: conductor approve b')
    expect(sayAnswer({ ask: 'approve', task: a }, [a], () => game.run)).toBe(
      'Approved a. a lands after b, which waits for your approval: conductor approve b.',
    )
  })

  it('are made for an agent before it begins', () => {
    const work = { is: 'prompt', text: 'Let people log in.' } as const
    const game = new Game(planFrom('a:', { a: { work } }), {})
    game.startAll()
    heard.beat = null
    open(game.run).update(0)
    expect(session()).toMatchObject({ id: '1-a-1', status: 'registered' })
  })

  it('tell everything in the known form', () => {
    const { files } = begun()
    heard.beat = 1500
    files.update(1600)
    expect(session()).toEqual({
      id: '1-a-1',
      issueNumber: 123,
      issueTitle: 'Log in',
      status: 'working',
      branch: null,
      worktreePath: '/play',
      startedAt: '1970-01-01T00:00:00.000Z',
      lastHeartbeat: '1970-01-01T00:00:01.500Z',
      stuckReason: null,
      forwardedMessage: null,
      pullRequestUrl: null,
      phase: 'working',
      filesChanged: null,
      insertions: null,
      deletions: null,
    })
  })

  it('have a heartbeat, and are replaced as a whole', () => {
    const { files } = begun()
    heard.beat = 900
    files.update(1000)
    const before = statSync(join(home, 'sessions', '1-a-1.json')).ino
    heard.beat = 4900
    files.update(5000)
    expect(session().lastHeartbeat).toBe('1970-01-01T00:00:00.900Z')
    files.update(11_000)
    expect(session().lastHeartbeat).toBe('1970-01-01T00:00:04.900Z')
    expect(statSync(join(home, 'sessions', '1-a-1.json')).ino).not.toBe(before)
    expect(readdirSync(join(home, 'sessions'))).toEqual(['1-a-1.json'])
  })

  it.each([
    ['succeeded', 'complete'],
    ['failed', 'stuck'],
    ['cancelled', 'cancelled'],
    ['preempted', 'paused'],
    ['lost', 'paused'],
  ] as const)('say at the end of an attempt that %s: %s', (outcome, status) => {
    const { game, files } = begun()
    files.update(2000)
    game.now = 3000
    game.end(a, OUTCOMES[outcome])
    files.close(4000)
    expect(session()).toMatchObject({
      status,
      phase: outcome,
      lastHeartbeat: '1970-01-01T00:00:03.000Z',
    })
  })

  it('are stuck, and say why, while a delivery needs a person, and complete when it has landed', () => {
    const { game, files } = begun({ isolation: 'worktree' })
    game.end(a, OUTCOMES.succeeded)
    files.update(500)
    expect(existsSync(join(home, 'sessions'))).toBe(false)
    game.land(a, 'conflict', false)
    files.update(600)
    expect(session()).toMatchObject({
      status: 'stuck',
      phase: 'review',
      stuckReason: 'conflicts in a.txt\na.txt (content)',
      filesChanged: 3,
      insertions: 30,
      deletions: 4,
    })
    game.ask({ ask: 'approve', task: a })
    files.update(700)
    expect(session()).toMatchObject({ status: 'working', phase: 'landing', stuckReason: null })
    game.land(a)
    files.update(800)
    expect(session()).toMatchObject({ status: 'complete', phase: 'succeeded' })
  })

  it('are complete while finished work waits to be looked at', () => {
    const { game, files } = begun({ isolation: 'worktree', review: true })
    game.end(a, OUTCOMES.succeeded)
    files.update(500)
    expect(session()).toMatchObject({ status: 'complete', phase: 'review', stuckReason: null })
  })

  it('tell what became of it also when another coordinator has gone on', () => {
    const { game, files } = begun({ isolation: 'worktree' })
    game.end(a, OUTCOMES.succeeded)
    game.land(a, 'conflict', false)
    files.close(600)
    expect(session()).toMatchObject({ status: 'stuck' })
    game.ask({ ask: 'approve', task: a })
    const later = open(game.run)
    game.land(a)
    later.close(700)
    expect(session()).toMatchObject({ status: 'complete', stuckReason: null, phase: 'succeeded' })
    expect(listed().map(({ status }) => status)).toEqual(['stuck', 'complete'])
  })

  it('are stuck when it failed, and complete when what it left has landed all the same', () => {
    const { game, files } = begun({ isolation: 'worktree' })
    game.end(a, OUTCOMES.failed)
    files.update(500)
    const reason = 'failed: exit code 1; to try it again: conductor retry --run 1 a'
    expect(session()).toMatchObject({ status: 'stuck', phase: 'failed', stuckReason: reason })
    game.ask({ ask: 'land', task: a })
    game.land(a)
    files.update(1500)
    expect(session()).toMatchObject({ status: 'complete', stuckReason: null })
  })

  it('are registered until there is a sign of life', () => {
    const { files } = begun()
    heard.beat = null
    files.update(1000)
    expect(session()).toMatchObject({
      status: 'registered',
      lastHeartbeat: '1970-01-01T00:00:00.000Z',
    })
    heard.beat = 1500
    files.update(2000)
    expect(session().status).toBe('working')
  })

  it('have what the agent says of itself: its plan, its phase, its pull request', () => {
    const { game, files } = begun()
    const url = 'https://github.com/you/shop/pull/42'
    game.record([
      { type: 'progress-reported', task: a, attempt: first, status: 'planning', note: '' },
    ])
    heard.word = { phase: 'reading', pullRequestUrl: null }
    files.update(1000)
    expect(session()).toMatchObject({ status: 'planning', phase: 'reading' })
    game.record([
      { type: 'progress-reported', task: a, attempt: first, status: 'working', note: '' },
    ])
    heard.word = { phase: 'shipping', pullRequestUrl: url }
    files.update(2000)
    expect(session()).toMatchObject({ status: 'working', phase: 'shipping', pullRequestUrl: url })
    expect(listed().at(-1)).toMatchObject({ url })
  })

  it('keep what an agent has said to another coordinator', () => {
    const { game, files } = begun({ isolation: 'worktree' })
    heard.word = { phase: 'shipping', pullRequestUrl: 'https://example.com/1' }
    files.update(1000)
    game.end(a, OUTCOMES.succeeded)
    game.land(a, 'conflict', false)
    heard.word = null
    open(game.run).update(2000)
    expect(session()).toMatchObject({ status: 'stuck', pullRequestUrl: 'https://example.com/1' })
  })

  it('say where the work was done also when its worktree has gone to another', () => {
    const { game, files } = begun({ isolation: 'worktree' })
    const lane = laneName('issue-123')
    const base = commitId('1'.repeat(40))
    const opened = { lane, path: '/play-123', branch: 'issue-123', base }
    game.record([{ type: 'worktree-opened', task: a, ...opened }])
    files.update(1000)
    game.end(a, OUTCOMES.succeeded)
    game.land(a)
    game.record([{ type: 'worktree-released', lane, how: 'landed' }])
    files.update(2000)
    expect(session()).toMatchObject({ status: 'complete', worktreePath: '/play-123' })
    expect(listed().at(-1)).toMatchObject({ directory: '/play-123', status: 'complete' })
  })

  it('name the branch also of what has landed without a change', () => {
    const { game, files } = begun({ isolation: 'worktree' })
    const lane = laneName('issue-123')
    const base = commitId('1'.repeat(40))
    const opened = { lane, path: '/play-123', branch: 'issue-123', base }
    game.record([{ type: 'worktree-opened', task: a, ...opened }])
    files.update(1000)
    game.record([
      { type: 'attempt-ended', task: a, attempt: first, outcome: OUTCOMES.succeeded },
      { type: 'task-landed', task: a, commit: base },
      { type: 'worktree-released', lane, how: 'landed' },
    ])
    files.update(2000)
    expect(session()).toMatchObject({ status: 'complete', branch: 'issue-123' })
  })

  it('are stuck while the agent asks or waits for permission, and say so at once', () => {
    const { game, files } = begun()
    files.update(1000)
    game.record([{ type: 'question-asked', task: a, attempt: first, question: QUESTION }])
    files.update(2000)
    const decision = 'decision needed: How are tokens refreshed?'
    expect(session()).toMatchObject({ status: 'stuck', stuckReason: decision, phase: 'working' })
    game.ask({ ask: 'guide', task: a, text: 'Use sliding.' })
    files.update(3000)
    expect(session()).toMatchObject({ status: 'stuck', forwardedMessage: 'Use sliding.' })
    game.ask({ ask: 'take-guidance', attempt: first })
    files.update(4000)
    expect(session()).toMatchObject({
      status: 'working',
      stuckReason: null,
      forwardedMessage: null,
    })
    const requests = [{ id: 'r1', tool: 'Bash', what: 'rm -r build' }]
    const condition = { is: 'permission', since: 0, requests } as const
    game.record([{ type: 'condition-changed', task: a, attempt: first, condition }])
    files.update(5000)
    expect(session()).toMatchObject({
      status: 'stuck',
      stuckReason: 'waits for your permission: Bash rm -r build',
    })
  })

  it('are stuck when the agent has asked and ended, and paused once it is answered', () => {
    const { game, files } = begun()
    game.end(a, OUTCOMES.asked)
    files.update(500)
    expect(session()).toMatchObject({
      status: 'stuck',
      phase: 'stuck',
      stuckReason: 'decision needed: How are tokens refreshed?',
    })
    game.ask({ ask: 'guide', task: a, text: 'Use sliding.' })
    files.update(1500)
    expect(session()).toMatchObject({
      status: 'paused',
      stuckReason: null,
      forwardedMessage: 'Use sliding.',
    })
    game.startAll()
    files.update(2500)
    expect(session()).toMatchObject({ status: 'paused', forwardedMessage: null })
  })

  it('name the conversation of the agent, as soon as it is known', () => {
    const { game, files } = begun()
    files.update(1000)
    const conversation = { agent: 'claude', id: 'c1', model: null }
    game.record([{ type: 'conversation-started', task: a, attempt: first, conversation }])
    files.update(2000)
    expect(listed().at(-1)).toMatchObject({ agent: 'claude', conversation_id: 'c1' })
  })

  it('are listed for all repositories of the user, at the begin and at the end', () => {
    const { game, files } = begun()
    files.update(2000)
    game.end(a, OUTCOMES.succeeded)
    files.update(3000)
    files.update(4000)
    const line = {
      session_id: '1-a-1',
      task_id: 'a',
      branch_name: null,
      started_at: '1970-01-01T00:00:00.000Z',
      url: null,
      directory: '/play',
      agent: null,
      conversation_id: null,
    }
    expect(listed()).toEqual([
      { ...line, status: 'working' },
      { ...line, status: 'complete' },
    ])
    const file = join(userHome, '.conductor', 'sessions.jsonl')
    expect(statSync(file).mode & 0o077).toBe(0)
  })

  it('are listed however short they were, until they have landed; what is there is never changed', () => {
    const { game, files } = begun({ isolation: 'worktree' })
    game.end(a, OUTCOMES.succeeded)
    files.list(game.events)
    const before = readFileSync(join(userHome, '.conductor', 'sessions.jsonl'), 'utf8')
    game.land(a)
    files.list(game.events)
    files.update(500)
    expect(existsSync(join(home, 'sessions', '1-a-1.json'))).toBe(false)
    expect(listed().map((line) => [line['session_id'], line['status']])).toEqual([
      ['1-a-1', 'working'],
      ['1-a-1', 'complete'],
    ])
    const after = readFileSync(join(userHome, '.conductor', 'sessions.jsonl'), 'utf8')
    expect(after.startsWith(before)).toBe(true)
  })

  it('have what an agent writes there itself: its word is heard before, what is ours stays, what it adds is kept', () => {
    const { game, files } = begun()
    files.update(1000)
    const file = join(home, 'sessions', '1-a-1.json')
    expect(readFileSync(file, 'utf8')).toBe(heard.wrote)
    const theirs = { ...session(), status: 'stuck', id: 'mine', branch: 'other', tests: ['a'] }
    writeFileSync(file, JSON.stringify({ ...theirs, pullRequestUrl: 'https://example.com/1' }))
    files.update(2000)
    expect(heard.listened).toBe(1)
    const kept = { tests: ['a'], pullRequestUrl: 'https://example.com/1' }
    expect(session()).toMatchObject({ id: '1-a-1', branch: null, status: 'working', ...kept })
    files.update(3000)
    expect(heard.listened).toBe(1)
    game.end(a, OUTCOMES.succeeded)
    files.update(4000)
    expect(session()).toMatchObject({ status: 'complete', ...kept })
    open(game.run).update(5000)
    expect(session()).toMatchObject({ status: 'complete', ...kept })
  })

  it.each(['{"status": "stu', '[1]', ''])(
    'wait for whoever is just writing, but not for ever: %j',
    (text) => {
      const { files } = begun()
      files.update(1000)
      const file = join(home, 'sessions', '1-a-1.json')
      writeFileSync(file, text)
      files.update(2000)
      expect(readFileSync(file, 'utf8')).toBe(text)
      files.update(3000)
      expect(session()).toMatchObject({ status: 'working' })
      expect(heard.listened).toBe(0)
    },
  )

  it('are written also when an agent has put something in their way, which is kept', () => {
    const { files } = begun()
    const file = join(home, 'sessions', '1-a-1.json')
    for (const path of [file, `${file}.new`])
      mkdirSync(join(path, 'of the agent'), { recursive: true })
    files.update(2000)
    expect(session().status).toBe('working')
    expect(readdirSync(`${file}.in-the-way-1`)).toEqual(['of the agent'])
    rmSync(join(home, 'sessions'), { recursive: true })
    writeFileSync(join(home, 'sessions'), 'not a folder')
    const next = open(begun().game.run)
    next.update(20_000)
    expect(session().status).toBe('working')
    expect(readFileSync(join(home, 'sessions.in-the-way-1'), 'utf8')).toBe('not a folder')
  })

  it('are no reason to stop a run when they cannot be listed', () => {
    writeFileSync(userHome, 'not a folder')
    const { files } = begun()
    files.update(2000)
    expect(session().status).toBe('working')
  })
})
