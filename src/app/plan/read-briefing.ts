/** Reads the template of what agents are told: `prompt` of the configuration, else our own. */
import { resolve } from 'node:path'
import type { ResolvedConfig } from '../../config/resolve-config.ts'
import { DEFAULT_PROMPT } from '../../core/agent/default-prompt.ts'
import { templateProblems } from '../../core/agent/prompt-template.ts'
import type { Briefing } from '../../core/agent/prompt-material.ts'
import { originOf } from '../../git/call/origin.ts'
import { readTextFile } from '../../yaml-file/read-text-file.ts'
import { ProblemList } from '../console/problem-list.ts'
import type { Workspace } from '../place/workspace.ts'

export async function readBriefing(
  { config, settings }: Pick<ResolvedConfig, 'config' | 'settings'>,
  { root }: Workspace,
): Promise<Briefing> {
  const repository = config.defaultRepository ?? (await originOf(root))
  if (config.prompt === null) return { template: DEFAULT_PROMPT, repository }
  const read = await readTextFile(resolve(root, config.prompt))
  if (!read.ok) {
    const { message, hint } = read.problem
    throw new ProblemList([{ place: settings.get('prompt')!.origin, message, hint }])
  }
  const problems = templateProblems(read.text)
  if (problems.length === 0) return { template: read.text, repository }
  throw new ProblemList(
    problems.map(({ line, message, hint }) => ({
      place: `${config.prompt}:${line}`,
      message,
      hint,
    })),
  )
}
