import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plannerFor } from '../../src/app/plan/planner-for.ts'
import { KNOWN_AGENTS } from '../../src/config/known-agents.ts'
import { usualConfig } from '../../src/config/resolve-config.ts'
import type { ModelAnswer } from '../../src/planning/planning-model.ts'
import { failureIn, NEVER, processesWith, QUESTION } from '../contracts/planning-model.ts'
import { tempFolder } from '../repository/temp-folder.ts'
import { agentCli, type AgentCliName } from '../scripted/agent-clis.ts'
import { startScriptedModel, type Script, type ScriptedModel } from '../scripted/scripted-model.ts'
import { settingsFor } from './cli-settings.ts'

let model: ScriptedModel
beforeAll(async () => void (model = await startScriptedModel()))
afterAll(() => model[Symbol.asyncDispose]())

/** As a user who types --agent <name> --backend agent. */
async function ask(name: string, cli: AgentCliName, script: Script): Promise<ModelAnswer> {
  using home = tempFolder()
  const { path, env } = settingsFor(cli, model.urlOf(script), home.path)
  const preset = KNOWN_AGENTS[name]!
  const agents = { [name]: { ...preset, command: [path, ...preset.command.slice(1)] } }
  const made = await plannerFor(
    { ...usualConfig(), agent: name, agents },
    { backend: 'agent', model: null },
    { ...process.env, ...env },
  )
  if (!made.ok) throw new Error(made.problem.message)
  const answer = await made.planner.model!.ask(QUESTION, NEVER)
  expect(processesWith(home.path)).toEqual([])
  return answer
}

const AGENTS: readonly (readonly [string, readonly [AgentCliName, ...AgentCliName[]]])[] = [
  ['codex', ['codex-acp', 'codex']],
  ['gemini', ['gemini']],
  ['opencode', ['opencode']],
  ['claude-acp', ['claude-agent-acp', 'claude']],
]

describe.each(AGENTS)('planning by the real %s', (name, clis) => {
  const isMissing = clis.some((cli) => agentCli(cli) === null)

  it.skipIf(isMissing)('answers with JSON', async () => {
    const say = 'Here it is:\n```json\n{"answer": "yes",\n "count": 3}\n```'
    const answer = await ask(name, clis[0], [{ say }])
    expect(answer).toMatchObject({ is: 'answer', value: { answer: 'yes', count: 3 } })
  })
})

// One is enough: the words of each agent about failures are those that test/contracts/spoken-agent.ts hears.
it.skipIf(agentCli('gemini') === null)('gemini says so when its key is wrong', async () => {
  const failure = failureIn(await ask('gemini', 'gemini', [{ error: 401 }]))
  expect(failure).toMatchObject({
    says: expect.stringContaining('gemini'),
    remedy: expect.any(String),
  })
})
