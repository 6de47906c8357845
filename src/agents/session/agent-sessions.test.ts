import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { tempFolder } from '../../../test/repository/temp-folder.ts'
import { until } from '../../../test/until.ts'
import type { Agent, AgentEnd, Assignment } from '../../conduct/ports.ts'
import { NO_PROFILE } from '../../core/run/failure.ts'
import { attemptId, runId, taskId } from '../../core/value/ids.ts'
import { makeTask } from '../../core/plan/plan.ts'
import type { Sign } from '../../core/agent/sign.ts'
import { agentSessions } from './agent-sessions.ts'
import { attemptEnvironment } from '../attempt-environment.ts'

const SUCCEEDED: AgentEnd = { is: 'succeeded', profile: NO_PROFILE }
const task = makeTask({
  id: taskId('a'),
  name: 'Log in',
  issue: 123,
  work: { is: 'prompt', text: 'Let people log in.' },
})

function place(isWorktree: boolean) {
  const folder = tempFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  const home = join(folder.path, '.conductor')
  const worktree = join(folder.path, 'shop-task-a')
  const assignment: Assignment = {
    run: runId(1),
    attempt: attemptId(runId(1), task.id, 2),
    number: 2,
    task,
    worker: 1,
    prompt: 'All that is to be said.',
    conversation: null,
    place: {
      directory: join(worktree, 'packages'),
      isWorktree,
      environment: isWorktree
        ? { CONDUCTOR_WORKTREE: worktree, CONDUCTOR_BRANCH: 'issue-123' }
        : {},
    },
  }
  return { home, worktree, assignment }
}

/** An agent that does the work given here. */
function agentThat(work: () => void | Promise<void>): Agent {
  return {
    attempt: async () => {
      await work()
      return SUCCEEDED
    },
    guide: async () => 'too-late',
    decide: async () => false,
    onWorkerProcess: () => {},
    kill: () => {},
    close: async () => {},
  }
}

async function attend(home: string, assignment: Assignment, work: () => void | Promise<void>) {
  const sessions = agentSessions(home, 'you/shop')
  const agent = sessions.attend(agentThat(work))
  const signs: Sign[] = []
  await agent.attempt(assignment, new AbortController().signal, (sign) => signs.push(sign))
  await agent.close()
  return { sessions, signs }
}

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

describe('the session of an attempt', () => {
  it('has its context and its prompt at the top of the worktree before it begins', async () => {
    const { home, worktree, assignment } = place(true)
    const told = attemptEnvironment(home, assignment)
    await attend(home, assignment, () => {
      expect(read(told['CONDUCTOR_SESSION_CONTEXT']!)).toEqual({
        sessionId: '1-a-2',
        issue: { number: 123, title: 'Log in', body: 'Let people log in.' },
        github: { owner: 'you', repo: 'shop' },
        branch: 'issue-123',
        worktreePath: worktree,
        commands: {
          update: expect.stringContaining('conductor session status'),
          heartbeat: 'conductor session heartbeat',
          guidance: 'conductor session guidance',
        },
        spawnedAt: expect.stringMatching(/^\d{4}-.*Z$/),
        sessionFilePath: join(home, 'sessions', '1-a-2.json'),
        stateFilePath: join(worktree, '.conductor', 'session-state.json'),
      })
      const prompt = join(worktree, '.conductor', 'session-prompt.md')
      expect(readFileSync(prompt, 'utf8')).toBe('All that is to be said.\n')
      expect(statSync(prompt).mode & 0o077).toBe(0)
    })
    expect(told).toMatchObject({
      CONDUCTOR_SESSION_STATE: join(worktree, '.conductor', 'session-state.json'),
      CONDUCTOR_SESSION_FILE: join(home, 'sessions', '1-a-2.json'),
    })
  })

  it('is in the folder of the attempt when there is no worktree', () => {
    const { home, assignment } = place(false)
    const folder = join(home, 'run-1', 'executor_1', 'a.2')
    expect(attemptEnvironment(home, assignment)).toMatchObject({
      CONDUCTOR_SESSION_STATE: join(folder, 'session-state.json'),
      CONDUCTOR_SESSION_CONTEXT: join(folder, 'session-context.json'),
    })
  })

  it('is not there for a command, and does not believe what an agent before it said', async () => {
    const { home, worktree, assignment } = place(true)
    const state = join(worktree, '.conductor', 'session-state.json')
    mkdirSync(join(worktree, '.conductor'), { recursive: true })
    writeFileSync(state, '{"status": "stuck"}')
    const { signs } = await attend(home, { ...assignment, prompt: null }, () => {
      expect(existsSync(state)).toBe(false)
      expect(existsSync(join(worktree, '.conductor', 'session-context.json'))).toBe(false)
      writeFileSync(state, '{"status": "stuck"}')
    })
    expect(signs).toEqual([])
    const next = await attend(home, assignment, () => {
      expect(existsSync(state)).toBe(false)
    })
    expect(next.signs).toEqual([])
  })

  it('begins also where an agent before it has put folders in the place of its files', async () => {
    const { home, worktree, assignment } = place(true)
    const folder = join(worktree, '.conductor')
    for (const name of ['session-state.json', 'session-context.json', 'session-prompt.md'])
      mkdirSync(join(folder, name), { recursive: true })
    await attend(home, { ...assignment, prompt: null }, () => {})
    await attend(home, assignment, () => {
      expect(read(join(folder, 'session-context.json'))).toMatchObject({ sessionId: '1-a-2' })
    })
    rmSync(folder, { recursive: true })
    writeFileSync(folder, 'not a folder')
    await attend(home, { ...assignment, prompt: null }, () => {})
    const { signs } = await attend(home, assignment, () => {
      rmSync(folder, { recursive: true })
      writeFileSync(folder, 'not a folder')
    })
    expect(signs).toEqual([])
    expect(readFileSync(`${folder}.in-the-way-1`, 'utf8')).toBe('not a folder')
  })

  it('is heard while it goes on, and once more at its end', async () => {
    const { home, worktree, assignment } = place(true)
    const state = join(worktree, '.conductor', 'session-state.json')
    const sessions = agentSessions(home, null)
    const signs: Sign[] = []
    const agent = sessions.attend(
      agentThat(async () => {
        writeFileSync(state, '{"status": "planning"}')
        await until('it is heard', () => signs.some(({ is }) => is === 'progress'), 5)
        writeFileSync(state, '{"status": "complete", "pullRequestUrl": "https://x.y/1"}')
      }),
    )
    await agent.attempt(assignment, new AbortController().signal, (sign) => signs.push(sign))
    await agent.close()
    expect(signs.filter(({ is }) => is === 'heartbeat')).toHaveLength(2)
    expect(sessions.wordOf(assignment.attempt)).toMatchObject({
      status: 'complete',
      pullRequestUrl: 'https://x.y/1',
    })
  })

  it('is heard also when the agent writes into the session file itself, beside us', async () => {
    const { home, assignment } = place(true)
    const { attempt } = assignment
    const file = join(home, 'sessions', '1-a-2.json')
    mkdirSync(join(home, 'sessions'), { recursive: true })
    const sessions = agentSessions(home, null)
    const signs: Sign[] = []
    /** Writes the session file as the coordinator does. */
    const weWrite = (fields: object): void => {
      writeFileSync(file, JSON.stringify(fields))
      sessions.wrote(attempt, JSON.stringify(fields))
    }
    const theySay = (fields: object): readonly Sign['is'][] => {
      const before = signs.length
      writeFileSync(file, JSON.stringify({ ...(read(file) as object), ...fields }))
      sessions.listen(attempt)
      return signs.slice(before).map(({ is }) => is)
    }
    const ours = { status: 'working', stuckReason: null, forwardedMessage: null, phase: 'working' }
    const agent = sessions.attend(
      agentThat(() => {
        weWrite(ours)
        sessions.listen(attempt)
        expect(signs).toEqual([])
        expect(theySay({ lastHeartbeat: 'now' })).toEqual(['heartbeat'])
        expect(theySay({ status: 'stuck', stuckReason: 'Which?' })).toEqual([
          'heartbeat',
          'question',
        ])
        const asked = { ...ours, status: 'stuck', stuckReason: 'decision needed: Which?' }
        weWrite(asked)
        expect(theySay({ stuckReason: 'Which?' })).toEqual(['heartbeat'])
        weWrite({ ...asked, forwardedMessage: 'This one.' })
        expect(theySay({ status: 'working' })).toEqual(['heartbeat', 'guidance-read', 'progress'])
        weWrite({ ...ours, forwardedMessage: 'And that.' })
        expect(theySay({ forwardedMessage: null })).toEqual(['heartbeat', 'guidance-read'])
        writeFileSync(file, '{"status": "stu')
        sessions.listen(attempt)
        weWrite(ours)
        theySay({ status: 'complete', pullRequestUrl: 'https://x.y/1' })
      }),
    )
    await agent.attempt(assignment, new AbortController().signal, (sign) => signs.push(sign))
    await agent.close()
    expect(signs.find(({ is }) => is === 'question')).toMatchObject({
      question: { decision: 'Which?' },
    })
    expect(sessions.wordOf(attempt)).toMatchObject({ pullRequestUrl: 'https://x.y/1' })
  })
})
