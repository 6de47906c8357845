/** A script goes on where its conversation is, whatever interrupted it. */
import { expect, it } from 'vitest'
import { agentCli } from '../scripted/agent-clis.ts'
import { startScriptedModel, type Script } from '../scripted/scripted-model.ts'
import { tempFolder } from '../repository/temp-folder.ts'
import { settingsFor } from './cli-settings.ts'
import { talkTo, withArgs, type Line } from './talk.ts'

const says = (content: string): Line => ({ type: 'user', message: { role: 'user', content } })
const isResult = ({ type }: Line): boolean => type === 'result'

it.skipIf(agentCli('claude') === null)(
  'goes on after an overload, a broken stream and guidance in the middle',
  async () => {
    await using model = await startScriptedModel()
    using home = tempFolder()
    const script: Script = [
      { error: 529, times: 1 },
      { tool: 'shell', command: 'echo one' },
      { cut: true, times: 1 },
      { tool: 'shell', command: 'echo two', waitFor: 'guidance' },
      { say: 'three' },
    ]
    await using claude = talkTo(settingsFor('claude', model.urlOf(script), home.path), home.path)
    claude.send(says('count'))
    await model.reached(script, 3)
    claude.send({ ...says('GUIDANCE: to three only'), priority: 'next' })
    model.release('guidance')
    expect(await claude.hears(isResult)).toMatchObject({ is_error: false, result: 'three' })
    const requests = model.requestsOf(script).filter(({ turn }) => turn !== null)
    expect(requests.map(({ turn }) => turn)).toEqual([0, 1, 2, 3, 4])
    const guided = requests.map(({ body }) => JSON.stringify(body).includes('GUIDANCE'))
    expect(guided).toEqual([false, false, false, false, true])
  },
)

it.skipIf(agentCli('claude') === null)('goes on with a session that was killed', async () => {
  await using model = await startScriptedModel()
  using home = tempFolder()
  const script: Script = [
    { tool: 'shell', command: 'echo one' },
    { hang: true, times: 1 },
    { tool: 'shell', command: 'echo two > two.txt' },
    { say: 'three' },
  ]
  const settings = settingsFor('claude', model.urlOf(script), home.path)
  const first = talkTo(settings, home.path)
  first.send(says('count'))
  const { session_id } = await first.hears(({ type }) => type === 'system')
  await model.reached(script, 1)
  await first[Symbol.asyncDispose]()
  await using second = talkTo(withArgs(settings, ['--resume', String(session_id)]), home.path)
  second.send(says('go on'))
  expect(await second.hears(isResult)).toMatchObject({ is_error: false, result: 'three' })
  const turns = model.requestsOf(script).map(({ turn }) => turn)
  expect(turns.filter((turn) => turn !== null)).toEqual([0, 1, 2, 3])
})
