/** conductor foresee --rerank and conductor plan, with the real SDK and a model on this machine. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  startAnsweringModel,
  type AnsweringModel,
  type Reply,
} from '../scripted/answering-model.ts'
import { folder, type Folder } from '../conductor.ts'
import { gitIn } from '../repository/git-in.ts'
import { madeHistory, partsHistory } from '../repository/made-history.ts'

const KEY = 'sk-ant-api03-a-key-of-nobody'
const TEXT = 'router: it counts requests'

interface Judged {
  readonly files: readonly {
    readonly path: string
    readonly p: number
    readonly evidence: readonly object[]
  }[]
  readonly rerank?: object
}

/** A checkout of the made history, where the model with these replies is the API. */
async function withModel(...replies: readonly Reply[]) {
  const model = await startAnsweringModel(...replies)
  const place = folder(
    {},
    { environment: { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: model.url } },
  )
  using made = madeHistory(partsHistory(40))
  gitIn(place.path, 'clone', '-q', made.path, '.')
  return {
    place,
    model,
    async [Symbol.asyncDispose]() {
      await place[Symbol.asyncDispose]()
      await model[Symbol.asyncDispose]()
    },
  }
}

const promptOf = ({ asked }: AnsweringModel, at: number): string =>
  String(asked[at]!.body.messages[0]!.content)

/** The number that the path has in the list that the model is shown. */
function numberIn(files: Judged['files'], path: string): number {
  return files.findIndex((file) => file.path === path) + 1
}

const offline = async (place: Folder): Promise<Judged> => place.json('foresee', TEXT, '--top', '40')

describe('conductor foresee --rerank', () => {
  it('lets a model judge the files, says so for each, and what it cost', async () => {
    await using first = await withModel({ answer: { touched: [] } })
    const before = await offline(first.place)
    expect(first.model.asked).toHaveLength(0)
    expect(before.rerank).toBeUndefined()
    const path = before.files.at(-1)!.path
    const file = numberIn(before.files, path)
    await using second = await withModel({
      answer: { touched: [{ task: 1, file, chance: 'sure' }] },
    })
    const answer: Judged = await second.place.json('foresee', TEXT, '--top', '40', '--rerank')
    const judged = answer.files.find((one) => one.path === path)!
    expect(judged.p).toBeGreaterThan(before.files.at(-1)!.p)
    expect(numberIn(answer.files, path)).toBeLessThan(file)
    expect(judged.evidence[0]).toEqual({ is: 'model', chance: 'sure' })
    expect(answer.files[0]!.p).toBeLessThan(before.files[0]!.p)
    expect(answer.rerank).toMatchObject({
      by: 'the Anthropic API',
      because: null,
      questions: 1,
      tokens: 125,
      cost_usd: expect.closeTo(0.000401) as number,
    })
    expect(promptOf(second.model, 0)).toContain(`${file} ${path}`)
    const { stdout } = await second.place.conductor('foresee', TEXT, '--top', '40', '--rerank')
    expect(stdout).toContain('the model is sure that it changes')
    expect(stdout).toContain('The files were judged by the Anthropic API.')
    expect(stdout).toMatch(/That used 125 tokens, .*\$0\.00/)
  })

  it.each<[string, Reply, RegExp]>([
    ['refuses the key', { status: 401 }, /answers 401/],
    ['answers with nonsense', { answer: { touched: 'all' } }, /something unusable/],
    ['refuses to answer', { say: 'no', stop: 'refusal' }, /\w/],
  ])(
    'answers from the history alone when the model %s, and says why',
    async (_what, reply, why) => {
      await using made = await withModel(reply)
      const before = await offline(made.place)
      const answer: Judged & { rerank: { by: null; because: string } } = await made.place.json(
        'foresee',
        TEXT,
        '--top',
        '40',
        '--rerank',
      )
      expect(answer.files).toEqual(before.files)
      expect(answer.rerank).toMatchObject({
        by: null,
        because: expect.stringMatching(why) as string,
      })
      expect(JSON.stringify(answer)).not.toContain(KEY)
      const { code, stdout } = await made.place.conductor('foresee', TEXT, '--model', 'haiku')
      expect(code).toBe(0)
      expect(stdout.match(/^No model has judged these files, .*: .*\.$/gm)).toHaveLength(1)
    },
  )

  it.each([
    ['agent', 'no agent is configured; configure one: `agent: <name>` in .conductor/config.yaml'],
    ['api', 'ANTHROPIC_API_KEY'],
  ])(
    'without a model for --backend %s it answers from the history, and asks nobody',
    async (backend, why) => {
      await using place = folder({}, { environment: { ANTHROPIC_API_KEY: '' } })
      using made = madeHistory(partsHistory(40))
      gitIn(place.path, 'clone', '-q', made.path, '.')
      const { code, stdout, stderr } = await place.conductor('foresee', TEXT, '--backend', backend)
      expect(code).toBe(0)
      expect(stdout).toContain('src/router/router.ts')
      expect(stdout).toMatch(/^No model has judged these files, /m)
      expect(stdout).toContain(why)
      expect(stderr).not.toContain('asking')
    },
  )

  it('cannot be combined with a replay', async () => {
    await using place = folder()
    const { code, stderr } = await place.conductor('foresee', '--replay', '5', '--rerank')
    expect([code, stderr]).toEqual([2, expect.stringContaining('cannot be used with')])
  })
})

describe('conductor plan', () => {
  const ANALYSIS = {
    task_count: 2,
    reasons: 'Two parts change.',
    features: ['counting'],
    components: ['router'],
    unknowns: [],
  }
  const task = (id: string, name: string): object => ({
    id,
    name,
    prompt: `Do it well: ${name}. Add tests for what it does, and keep everything else as it is.`,
    dependencies: [],
    priority: 'medium',
    estimate_minutes: 20,
    files: [],
    epic: '',
    domain: '',
    flags: [],
  })
  const PLAN = {
    name: 'Counting',
    tasks: [task('count', TEXT), task('copy', 'mailer: it copies letters')],
  }

  it('asks the model that plans about the files, and counts what that costs', async () => {
    await using made = await withModel(
      { answer: ANALYSIS },
      { answer: PLAN },
      { answer: { touched: [{ task: 1, file: 1, chance: 'sure' }] } },
    )
    const { place, model } = made
    const plan: { spent: object } = await place.json('plan', 'Count requests and copy letters')
    expect(model.asked).toHaveLength(3)
    const [first] = /^1 (.*)$/m.exec(promptOf(model, 2))!.slice(1)
    expect(first).toMatch(/^src\/router\//)
    expect(readFileSync(join(place.path, 'tasks.yaml'), 'utf8')).toContain(first)
    expect(plan.spent).toMatchObject({ questions: 3, tokens: 375 })
  })

  it('keeps its plan when that question fails, and says why', async () => {
    await using made = await withModel({ answer: ANALYSIS }, { answer: PLAN }, { status: 401 })
    const plan: { notes: readonly string[]; planned_by: object } = await made.place.json(
      'plan',
      'Count requests and copy letters',
    )
    expect(plan.planned_by).toMatchObject({ backend: 'api' })
    expect(plan.notes.join('\n')).toMatch(/come from the history alone, not from a model: .+\./)
  })
})
