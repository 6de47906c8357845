/** Every ask has a command, an MCP tool, words and an undo, or the table of asks says why not. */
import { describe, expect, it } from 'vitest'
import { serveGame } from './played/served-game.ts'
import '../src/cli/run-typed-command.ts'
import { program } from '../src/cli/program.ts'
import { DESCRIBED_ASKS, PLAIN_ASKS, type DescribedAsk } from '../src/core/ask/ask-help.ts'
import type { FieldTypes } from '../src/core/ask/ask-kind.ts'
import { sayAnswer, type Ask } from '../src/core/ask/ask.ts'
import { namingRun } from '../src/core/text/command-line.ts'
import { attemptId, commitId, runId, taskId } from '../src/core/value/ids.ts'
import { ASK_TOOLS } from '../src/mcp/ask-tools.ts'
import { CONFLICT_TOOLS } from '../src/mcp/conflict-tools.ts'
import { attemptTools } from '../src/mcp/attempt-tools.ts'
import { START_TOOLS } from '../src/mcp/start-tools.ts'
import { askSchema } from '../src/server/control/ask-schema.ts'
import { Game, planFrom } from './played/play.ts'

const a = taskId('a')
const attempt = attemptId(runId(1), a, 1)
const plan = planFrom('a:')
const { run } = new Game(plan, {})

const FIELDS: { readonly [Kind in keyof FieldTypes]: FieldTypes[Kind] } = {
  task: a,
  'task-or-null': a,
  attempt,
  batch: 0,
  agents: 2,
  branch: 'main',
  commit: commitId('1'.repeat(40)),
  priority: 2,
  usd: 5,
  flag: true,
  words: 'say it politely',
  'text-or-null': null,
  change: { name: 'A' },
  sign: { is: 'heartbeat' },
  tasks: plan.tasks,
}

const askOf = ({ ask, fields }: DescribedAsk): Ask =>
  ({
    ask,
    ...Object.fromEntries(Object.entries(fields).map(([name, kind]) => [name, FIELDS[kind]])),
  }) as Ask

const COMMANDS = new Map(program.commands.map((command) => [command.name(), command]))
const TOOLS: ReadonlySet<string> = new Set([
  ...[...ASK_TOOLS, ...CONFLICT_TOOLS, ...START_TOOLS].map(({ name }) => name),
  ...attemptTools({ attempt, home: '' }).map(({ description }) => description.name),
])

describe.each(DESCRIBED_ASKS.map((kind) => [kind.ask, kind] as const))('%s', (_, kind) => {
  it('is typed, and is a tool for MCP clients unless there is a reason', () => {
    expect(kind.commands.filter((name) => !COMMANDS.has(name))).toEqual([])
    const { tool } = kind
    expect(typeof tool === 'string' ? TOOLS.has(tool) : /\w+ \w+/.test(tool.none)).toBe(true)
  })

  it('goes over the wire with its own fields and no others; tasks are read first', () => {
    const ask = askOf(kind)
    const { success } = askSchema.safeParse(ask)
    expect(success).toBe(kind.ask !== 'add')
    expect(askSchema.safeParse({ ...ask, more: 1 }).success).toBe(false)
  })

  it('has words for what it does and for what came of it', () => {
    expect(kind.does).toMatch(/^[a-z].*\w$/)
    const sentence = sayAnswer(askOf(kind), [a], () => run)
    expect(sentence).toMatch(/^\w.*\w+/)
    expect(sentence).not.toMatch(/undefined|\[object/)
  })

  it('can be taken back by another ask, or says why not', () => {
    const undo = kind.undo?.(run, askOf(kind))
    const isWhy = /\w+ \w+/.test(kind.noUndo ?? '')
    expect(undo === undefined ? isWhy : askSchema.safeParse(undo).success).toBe(true)
    expect(kind.undo !== undefined && kind.noUndo !== undefined).toBe(false)
  })
})

it('every ask about a task that needs only words has a command, and a path of the API', async () => {
  using shop = await serveGame('a:')
  const { paths } = shop.api.document
  const ofTasks = DESCRIBED_ASKS.filter(({ fields }) =>
    ['task', 'task words'].includes(Object.values(fields).join(' ')),
  )
  expect(ofTasks.length).toBeGreaterThan(5)
  for (const { ask } of ofTasks)
    expect(Object.keys(paths)).toContain(`/api/runs/{run}/tasks/{task}/${ask}`)
})

it('a hint about an older run names that run, for every command that takes one', () => {
  const takeRun = [...COMMANDS.values()].filter(({ options }) =>
    options.some(({ long }) => long === '--run'),
  )
  expect(takeRun.length).toBeGreaterThan(10)
  for (const command of takeRun)
    expect(namingRun(`conductor ${command.name()} a`, runId(7))).toBe(
      `conductor ${command.name()} --run 7 a`,
    )
})

it('an ask whose fields are typed one by one takes them in that order', () => {
  expect(PLAIN_ASKS.length).toBeGreaterThan(5)
  for (const { commands, fields } of PLAIN_ASKS) {
    const taken = COMMANDS.get(commands[0]!)!.registeredArguments
    expect(taken.length).toBe(Object.keys(fields).length)
    expect(taken.every(({ required }) => required)).toBe(true)
  }
})
