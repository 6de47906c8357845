/** Runs every bench, one after the other, because they would disturb each other. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

for (const name of [
  'start',
  'git-start',
  'overhead',
  'schedule',
  'plan',
  'suggest',
  'eta',
  'foresight',
  'scale',
  'terminal-view',
  'worktrees',
  'landing',
  'forge',
  'forge-requests',
  'lookout',
  'many-files',
  'agents',
  'live',
  'board-scrolling',
  'transcript',
  'orbs',
  'suggest-click',
]) {
  console.log(`\n== ${name}\n`)
  const file = fileURLToPath(new URL(`${name}.ts`, import.meta.url))
  const { status } = spawnSync(process.execPath, [file, ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exitCode = 1
}
