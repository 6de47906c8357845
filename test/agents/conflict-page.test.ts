/** A merge conflict in a real browser that the real Claude Code resolves when it is asked, with a scripted model. */
import { dirname } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { agentCli } from '../scripted/agent-clis.ts'
import { heldBy } from '../browser/board-page.ts'
import { openPage, serve } from '../browser/browser.ts'
import { startScriptedModel, type Script } from '../scripted/scripted-model.ts'
import { tempFolder } from '../repository/temp-folder.ts'
import { settingsFor } from './cli-settings.ts'

/** The work first; then, with the merge begun, nothing; and both sides when somebody has asked for them. */
const WORK = `
if git rev-parse -q --verify MERGE_HEAD > /dev/null; then
  test -e "$CONDUCTOR_HOME/tried" && sed -i '/^<<<<<<<\\|^=======\\|^>>>>>>>/d' list.txt && git add list.txt
  touch "$CONDUCTOR_HOME/tried"
else
  sed -i 's/^2$/right 2/' list.txt
fi
`

const ATTEMPT: Script = [{ tool: 'shell', command: 'sh work.sh' }, { say: 'That is all.' }]
const SCRIPT: Script = [...ATTEMPT, ...ATTEMPT, ...ATTEMPT]

const PLAN = `
config: {parallel: 2, check: "! grep -q '<<<<' list.txt"}
tasks:
  - {id: left, run: "sed -i 's/^2$/left 2/' list.txt"}
  - {id: right, prompt: Write right before the two.}
  - {id: other, run: '${heldBy('stay')}'}
`

describe.skipIf(agentCli('claude') === null)('the conflict of a task that claude works on', () => {
  it('is shown by hunks, given to claude with the merge begun, merged, checked and landed', async () => {
    const model = await startScriptedModel()
    onTestFinished(() => model[Symbol.asyncDispose]())
    const home = tempFolder()
    onTestFinished(() => home[Symbol.dispose]())
    const { path, env } = settingsFor('claude', model.urlOf(SCRIPT), home.path)
    const { folder, at } = await serve(
      PLAN,
      {
        'list.txt': '1\n2\n3\n',
        'work.sh': WORK,
        '.conductor/config.yaml': 'agent: claude\n',
      },
      { ...env, PATH: `${dirname(path)}:${env['PATH']}` },
    )
    const run = folder.begin('run', 'tasks.yaml', '--no-ui')
    await run.says('right  needs you: conflicts in list.txt')
    const page = await openPage(at('/tasks/right?tab=diff'))
    const hunk = page.getByRole('group', { name: 'list.txt, hunk 1 of 1' })
    await hunk.waitFor()
    expect(await hunk.innerText()).toMatch(
      /Before both\s+2\s+Already landed\s+left 2\s+This task\s+right 2/,
    )
    const before = model.requestsOf(SCRIPT).length
    await page.getByLabel('For its agent').fill('Keep the words of both.')
    await page.getByRole('button', { name: 'Ask the agent' }).click()
    await run.says(/right {2}landed/)
    await page.getByText('Landed', { exact: true }).first().waitFor()
    expect(folder.landed('list.txt')).toBe('1\nright 2\nleft 2\n3')
    const told = JSON.stringify(model.requestsOf(SCRIPT).slice(before))
    expect(told).toContain('Keep the words of both.')
    expect(told).toMatch(/list\.txt, line 2:[^]*<<<<<<< HEAD[^]*right 2[^]*left 2[^]*>>>>>>>/)
    folder.write('.conductor/stay', '')
    expect((await run.done).code).toBe(0)
    expect(await folder.json('report')).toMatchObject({
      landing: { conflicts: 1, checks: { passed: 2, failed: 0 } },
    })
  })
})
