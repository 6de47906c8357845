/** The page of a task while the real Claude Code works on it, with a scripted model. */
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { agentCli } from '../scripted/agent-clis.ts'
import { barriersOn } from '../browser/axe.ts'
import { openPage, serve } from '../browser/browser.ts'
import { startScriptedModel, type Script } from '../scripted/scripted-model.ts'
import { tempFolder } from '../repository/temp-folder.ts'
import { settingsFor } from './cli-settings.ts'

const SCRIPT: Script = [
  { say: 'I **begin** with the file.', tool: 'write', path: 'made.txt', text: 'made\n' },
  { tool: 'shell', command: 'for i in $(seq 300); do echo "line $i"; done; exit 3' },
  {
    tool: 'mcp',
    server: 'conductor',
    name: 'ask_human',
    input: { decision: 'Tabs or spaces?', options: ['tabs', 'spaces'], context: 'Both work.' },
  },
  { say: 'I wait for the answer.' },
  { say: '## Done\n\nWith tabs.' },
]

describe.skipIf(agentCli('claude') === null)('the page of a task that claude works on', () => {
  it('shows the conversation, and answers permissions and a question where they were asked', async () => {
    const model = await startScriptedModel()
    onTestFinished(() => model[Symbol.asyncDispose]())
    const home = tempFolder()
    onTestFinished(() => home[Symbol.dispose]())
    const { path, env } = settingsFor('claude', model.urlOf(SCRIPT), home.path)
    const { folder, at } = await serve(
      'tasks:\n  - {id: make, prompt: Make made.txt}\n',
      {
        '.conductor/config.yaml': 'agent: claude\nagents: {claude: {permissions: ask}}\n',
      },
      { ...env, PATH: `${dirname(path)}:${env['PATH']}` },
    )
    mkdirSync(`${folder.path}/.conductor`, { recursive: true })
    const run = folder.begin('run', 'tasks.yaml', '--no-ui')
    await run.says('waits for your permission')
    const page = await openPage(at('/tasks/make'))
    const log = page.getByRole('log', { name: 'Transcript' })
    await log.locator('strong', { hasText: 'begin' }).waitFor()
    const asked = log.getByRole('region', { name: 'The agent asks for permission' })
    await asked.getByText('Write').waitFor()
    expect(await barriersOn(page)).toEqual([])
    await asked.getByRole('button', { name: 'Allow' }).click()
    await asked.getByText('Bash').waitFor()
    await asked.getByRole('button', { name: 'Allow' }).click()
    const question = log.getByRole('region', { name: 'The agent asks you' })
    await question.getByText('Tabs or spaces?').waitFor()
    await run.done
    await log
      .getByRole('article', { name: 'Edited made.txt' })
      .locator('[data-change=added]', { hasText: 'made' })
      .waitFor()
    const command = log.getByRole('article', { name: /^Ran a command for i in/ })
    await command.getByText('failed').waitFor()
    await command.getByText('line 300').waitFor()
    await question.getByRole('button', { name: 'tabs' }).click()
    await question.getByRole('button', { name: 'Answer' }).click()
    await log.getByRole('heading', { name: 'Done' }).waitFor()
    await page.getByText('Landed').first().waitFor()
    const { stdout } = await folder.conductor('logs', 'make', '--attempt', '1', '--full')
    expect(stdout).toContain('+made\n')
    expect(stdout).toContain('line 150\n')
    expect(stdout).toMatch(/\(turn ended after .*tokens, \$/)
  })
})
