import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { Game, OUTCOMES, planFrom } from '../../test/play.ts'
import { tempFolder } from '../../test/temp-folder.ts'
import type { RunSettings } from '../core/event.ts'
import { taskId } from '../core/ids.ts'
import { openSessionFiles, type SessionFile } from './session-files.ts'

let home: string
let userHome: string

/** The home of the user is where sessions of all repositories are listed. */
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

function begun(settings: Partial<RunSettings> = {}): {
  game: Game
  files: ReturnType<typeof openSessionFiles>
} {
  const plan = planFrom('a:\nb: a', { a: { issue: 123, name: 'Log in' } })
  const game = new Game(plan, settings)
  game.startAll()
  return { game, files: openSessionFiles(home, game.run) }
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

  it('tell everything in the known form', () => {
    const { files } = begun()
    files.update(1500)
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
    files.update(1000)
    const first = statSync(join(home, 'sessions', '1-a-1.json')).ino
    files.update(5000)
    expect(session().lastHeartbeat).toBe('1970-01-01T00:00:01.000Z')
    files.update(11_000)
    expect(session().lastHeartbeat).toBe('1970-01-01T00:00:11.000Z')
    expect(statSync(join(home, 'sessions', '1-a-1.json')).ino).not.toBe(first)
    expect(readdirSync(join(home, 'sessions'))).toEqual(['1-a-1.json'])
  })

  it.each([
    ['succeeded', 'complete'],
    ['failed', 'cancelled'],
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
      stuckReason: 'conflicts in a.txt',
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
    }
    expect(listed()).toEqual([
      { ...line, status: 'working' },
      { ...line, status: 'complete' },
    ])
    const file = join(userHome, '.conductor', 'sessions.jsonl')
    expect(statSync(file).mode & 0o077).toBe(0)
  })

  it('are no reason to stop a run when they cannot be listed', () => {
    writeFileSync(userHome, 'not a folder')
    const { files } = begun()
    files.update(2000)
    expect(session().status).toBe('working')
  })
})
