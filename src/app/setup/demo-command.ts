/** conductor demo: a small project in a folder of its own, built live by three agents that are plain commands. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shellWord } from '../../core/text/command-line.ts'
import { runGit } from '../../git/call/git-command.ts'
import { INTERRUPTED } from '../console/complain.ts'
import { reworded, type Console } from '../console/console.ts'
import { DEMO_PLAN } from './demo-plan.ts'
import { loadConfig } from '../plan/load-plan.ts'
import { openRunWeb } from '../conduct/open-run-web.ts'
import { runCommand } from '../conduct/run-command.ts'
import type { ShowOptions } from '../conduct/show-options.ts'
import { howToQuit, untilQuit } from '../serve/until-quit.ts'
import { findWorkspace, prepareWorkspace } from '../place/workspace.ts'

/** wordsIn: rewrites hints for a user who types in that folder. */
export async function demoCommand(
  showing: ShowOptions,
  console: Console,
  wordsIn: (console: Console, folder: string) => Console,
): Promise<number> {
  const folder = await makeProject()
  const workspace = findWorkspace(folder)
  prepareWorkspace(workspace)
  console.say(`A sample project in ${folder}: eight tasks, three agents, no key, no network.\n`)
  const { config } = await loadConfig(workspace)
  // The web server is opened here, and the run finds it: so it stays when the run is over.
  await using web = await openRunWeb(showing.web, { workspace, config, console })
  const options = {
    flags: [],
    unfinished: 'new',
    hold: false,
    planning: null,
    showing,
    isSample: true,
  } as const
  // From now on, hints are for a user in that folder.
  const there = wordsIn(console, folder)
  const code = await runCommand('tasks.yaml', options, {
    ...reworded(there, fromOutside(folder)),
    folder,
  })
  there.say(nextSteps(folder))
  if (showing.ui && web.link !== null && code !== INTERRUPTED) await stay(web.link, console)
  return code
}

/** The summary is read before the user has changed to that folder. */
const fromOutside =
  (folder: string) =>
  (text: string): string =>
    text
      .replaceAll(/^(Look at the result: )git /gm, `$1git -C ${shellWord(folder)} `)
      .replaceAll(/^(Take it: +)(?=conductor )/gm, `$1cd ${shellWord(folder)} && `)

async function stay(link: string, console: Console): Promise<void> {
  console.say(`\nStill in the browser: ${link}\n${howToQuit()}`)
  await untilQuit(link)
}

async function makeProject(): Promise<string> {
  const folder = join(mkdtempSync(join(tmpdir(), 'conductor-demo-')), 'todo')
  mkdirSync(folder)
  writeFileSync(join(folder, 'tasks.yaml'), DEMO_PLAN)
  writeFileSync(join(folder, 'README.md'), '# Todo\n\nA project that does not exist yet.\n')
  await makeRepository(folder)
  return folder
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
  cd ${folder}
  git log --graph --oneline --all
                                what has landed, and how
  conductor diff style          what one task changed
  conductor report              what the run came to
  conductor serve               the board again, in a browser
  conductor explain api         why a task ran when it did
  conductor logs test           what a task printed
  conductor simulate tasks.yaml -p 1
                                the same plan one task after another
  conductor init                in a project of your own`
