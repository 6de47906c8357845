/** What every model that plans promises, whether it is an API, a CLI or any agent. */
import { describe, expect, it } from 'vitest'
import { tokensOf } from '../../src/core/agent/usage.ts'
import type { ModelAnswer, PlanningModel, Question } from '../../src/planning/planning-model.ts'
import { environmentOf, processTable } from '../../src/processes/process-table.ts'
import { until } from '../until.ts'

/** What the model behind the port does with a question. */
type Behaviour =
  | { readonly answers: unknown }
  | { readonly says: string }
  /** It never answers. */
  | { readonly hangs: true }

export interface ModelKind {
  readonly name: string
  /** Why it cannot be tested here; null: it can. */
  readonly missing: string | null
  readonly tellsUsage: boolean
  open(behaviour: Behaviour): Promise<OpenModel>
}

interface OpenModel extends AsyncDisposable {
  readonly model: PlanningModel
  /** The prompts that have reached the model. */
  prompts(): readonly string[]
  /** Connections and processes that were opened for questions. */
  leftovers(): number
}

export const QUESTION: Question = {
  purpose: 'analyse',
  system: 'You plan.',
  prompt: 'What is to be done?',
  schema: {
    type: 'object',
    properties: { answer: { type: 'string' }, count: { type: 'integer' } },
    required: ['answer', 'count'],
    additionalProperties: false,
  },
  maxTokens: 4000,
}

/** The living processes that have this text in their environment. */
export const processesWith = (text: string): readonly number[] =>
  [...processTable().values()]
    .filter((row) => !row.zombie && environmentOf(row.pid).includes(text))
    .map((row) => row.pid)

export const NEVER = new AbortController().signal

/** Whatever a failure says is safe to print: one line without control characters. */
export function failureIn(answer: ModelAnswer): Extract<ModelAnswer, { is: 'failed' }> {
  if (answer.is !== 'failed') throw new Error(`it answered: ${JSON.stringify(answer)}`)
  expect(answer.says).toMatch(/^[^\p{Cc}]+$/u)
  expect(answer.says).not.toMatch(/sk-ant/)
  return answer
}

const HARD_WORDS = `--help\n"quotes" 'and' \`ticks\` $(touch owned) \${HOME} %s \\n <tag> für 日本語 🎼\n-p\n`

export function describePlanningModel(kind: ModelKind): void {
  describe.skipIf(kind.missing !== null)(`the planning model ${kind.name}`, () => {
    it('answers with a JSON value, and tells what that has used', async () => {
      await using open = await kind.open({ answers: { answer: 'yes', count: 3 } })
      const answer = await open.model.ask(QUESTION, NEVER)
      expect(answer).toMatchObject({ is: 'answer', value: { answer: 'yes', count: 3 } })
      expect(tokensOf(answer.usage) > 0).toBe(kind.tellsUsage)
      expect(answer.usage.costUsd !== null).toBe(kind.tellsUsage)
    })

    it('gets the prompt letter by letter', async () => {
      await using open = await kind.open({ answers: { answer: 'yes', count: 3 } })
      await open.model.ask({ ...QUESTION, prompt: HARD_WORDS }, NEVER)
      expect(open.prompts().join()).toContain(HARD_WORDS)
    })

    it('takes an answer in a fence', async () => {
      const says = 'Gladly:\n```json\n{"answer": "yes", "count": 3}\n```\n'
      await using open = await kind.open({ says })
      const answer = await open.model.ask(QUESTION, NEVER)
      expect(answer).toMatchObject({ is: 'answer', value: { answer: 'yes', count: 3 } })
    })

    it('fails as malformed when the answer is not JSON', async () => {
      await using open = await kind.open({ says: 'I would rather \u001b[31mtalk\u0007.' })
      const failure = failureIn(await open.model.ask(QUESTION, NEVER))
      expect(failure).toMatchObject({ why: 'malformed', remedy: expect.any(String) })
      expect(tokensOf(failure.usage) > 0).toBe(kind.tellsUsage)
    })

    it('is cancelled while it thinks, and leaves nothing behind', async () => {
      await using open = await kind.open({ hangs: true })
      const cancelling = new AbortController()
      const answering = open.model.ask(QUESTION, cancelling.signal)
      await until('the model is asked', () => open.prompts().length > 0)
      cancelling.abort()
      expect(failureIn(await answering)).toMatchObject({ why: 'cancelled', remedy: null })
      await until('nothing is left', () => open.leftovers() === 0)
    })

    it('fails in time when the time is up', async () => {
      await using open = await kind.open({ hangs: true })
      const failure = failureIn(await open.model.ask(QUESTION, AbortSignal.timeout(1500)))
      expect(failure).toMatchObject({ why: 'timeout', remedy: expect.any(String) })
      await until('nothing is left', () => open.leftovers() === 0)
    })

    it('is not asked at all after it was cancelled', async () => {
      await using open = await kind.open({ answers: { answer: 'yes', count: 3 } })
      const answer = await open.model.ask(QUESTION, AbortSignal.abort())
      expect(failureIn(answer).why).toBe('cancelled')
      expect(open.prompts()).toEqual([])
    })

    it('answers several questions at once', async () => {
      await using open = await kind.open({ answers: { answer: 'yes', count: 3 } })
      const answers = await Promise.all([1, 2, 3].map(() => open.model.ask(QUESTION, NEVER)))
      expect(answers.map(({ is }) => is)).toEqual(['answer', 'answer', 'answer'])
    })
  })
}
