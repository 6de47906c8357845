/** conductor demo: a small project in a folder of its own, built live by three agents that are plain commands. */
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { runGit } from '../git/git-command.ts'
import type { Console } from './console.ts'
import { DEMO_PLAN } from './demo-plan.ts'
import { runCommand } from './run-command.ts'

export async function demoCommand(ui: boolean, console: Console): Promise<number> {
  const folder = join(mkdtempSync(join(tmpdir(), 'conductor-demo-')), 'todo')
  mkdirSync(folder)
  writeFileSync(join(folder, 'tasks.yaml'), DEMO_PLAN)
  writeFileSync(join(folder, 'README.md'), '# Todo\n\nA project that does not exist yet.\n')
  await makeRepository(folder)
  console.say(`A sample project in ${folder}: eight tasks, three agents, no key, no network.\n`)
  const code = await runCommand(
    'tasks.yaml',
    { flags: [], unfinished: 'new', hold: false, ui },
    { ...console, folder },
  )
  console.say(nextSteps(folder))
  return code
}

/** Without git the demo works in place. */
async function makeRepository(folder: string): Promise<void> {
  const here = { in: folder, environment: SOMEBODY }
  await runGit(['init', '--quiet', '--initial-branch=main'], here)
  await runGit(['add', '--all'], here)
  await runGit(['commit', '--quiet', '--message=An idea'], here)
}

const SOMEBODY = {
  GIT_AUTHOR_NAME: 'You',
  GIT_AUTHOR_EMAIL: 'you@localhost',
  GIT_COMMITTER_NAME: 'You',
  GIT_COMMITTER_EMAIL: 'you@localhost',
}

const nextSteps = (folder: string): string => `
What to try next:
  cd ${folder}${isOnPath('conductor') ? '' : `\n  alias conductor=${process.argv[1]}`}
  git log --graph --oneline --all
                                what has landed, and how
  conductor diff style          what one task changed
  conductor report              what the run came to
  conductor explain api         why a task ran when it did
  conductor logs test           what a task printed
  conductor simulate tasks.yaml -p 1
                                the same plan one task after another
  conductor init                in a project of your own`

const isOnPath = (command: string): boolean =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .some((folder) => !folder.includes('node_modules') && existsSync(join(folder, command)))
