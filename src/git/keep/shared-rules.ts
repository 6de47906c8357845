/** Remembers the ignore rules outside worktrees, as they were before the agents of a run. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { RunId } from '../../core/value/ids.ts'
import { inRun } from '../../core/value/home-paths.ts'
import { runGit } from '../call/git-command.ts'
import type { Repository } from '../call/repository.ts'

/** The text of each file with such rules, by its path. */
export type SharedRules = Readonly<Record<string, string>>

/** The first call writes the rules down, so that they are known after a crash, too. */
export async function sharedRulesOf(
  repository: Repository,
  home: string,
  run: RunId,
): Promise<SharedRules> {
  const file = inRun(home, run, 'ignoredBefore')
  const rulesBefore = sharedRulesIn(home, run)
  if (rulesBefore !== null) return rulesBefore
  const rules = await rulesNow(repository)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(file, JSON.stringify(rules), { mode: 0o600 })
  return rules
}

/** null: no agent of the run has begun; or a person made the worktree, and the rules are that person's own. */
export function sharedRulesIn(home: string, run: RunId | null): SharedRules | null {
  try {
    return run === null
      ? null
      : (JSON.parse(readFileSync(inRun(home, run, 'ignoredBefore'), 'utf8')) as SharedRules)
  } catch {
    // The file is missing, or a power cut has left half of it.
    return null
  }
}

async function rulesNow(repository: Repository): Promise<SharedRules> {
  const files = [excludeFile(repository), await excludesFile(repository)]
  return Object.fromEntries(files.map((file) => [file, textOf(file)]))
}

const excludeFile = ({ common }: Repository): string => join(common, 'info', 'exclude')

/** The configured file, or git's default. */
async function excludesFile({ root }: Repository): Promise<string> {
  const set = await runGit(['config', '--type=path', 'core.excludesFile'], { in: root })
  const config = process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config')
  return set?.trim() || join(config, 'git', 'ignore')
}

export function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
