/** A command works in the folder of its console: an MCP client names another one than that of the process. */
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { tempRepository } from '../../../test/repository/temp-repository.ts'
import { promptCommand } from '../plan/prompt-command.ts'
import { doctorCommand } from '../setup/doctor-command.ts'
import { addWorktreeCommand, removeWorktreeCommand } from '../worktree/manual-worktree-commands.ts'
import { rescueCommand } from '../worktree/rescue-commands.ts'
import { pruneCommand, worktreesCommand } from '../worktree/worktree-commands.ts'
import type { Console } from './console.ts'

const PLAN = `
config: {agent: echo, agents: {echo: {command: cat}}}
tasks: [{id: api, prompt: Write the API}]
`

it('is where a command looks, and what its paths are relative to', async () => {
  const { root: folder } = tempRepository({ 'tasks.yaml': PLAN })
  const at = consoleIn(folder)
  await promptCommand('api', { file: 'tasks.yaml', run: undefined }, at.console)
  expect(at.said()).toContain('Write the API')
  await addWorktreeCommand('look', 'HEAD', at.console)
  expect(at.said()).toContain('cd ../repo-look')
  await worktreesCommand(at.console)
  expect(at.said()).toMatch(/^\.\.\/repo-look /m)
  await pruneCommand({ dryRun: true }, at.console)
  expect(at.said()).toMatch(/ \.\.\/repo-look stays: /)
  await removeWorktreeCommand('look', at.console)
  expect(at.said()).toContain('Removed ../repo-look,')
  await doctorCommand({ rebuild: false }, at.console)
  expect(at.said()).toMatch(/ state {10}\.conductor$/m)
  const beside = consoleIn(dirname(folder))
  const rescues = rescueCommand(
    'list',
    undefined,
    { branch: undefined, all: false },
    beside.console,
  )
  await expect(rescues).rejects.toThrow('nothing can be rescued here')
})

/** said: what was printed since the last call. */
function consoleIn(folder: string): { readonly console: Console; said(): string } {
  const lines: string[] = []
  const say = (text: string): void => void lines.push(text)
  return {
    console: { json: false, colour: false, folder, say, remark: say, insist: say, answer: say },
    said: () => lines.splice(0).join('\n'),
  }
}
