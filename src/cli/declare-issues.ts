/** The command that lists issues, and the options that pick some of them. */
import { InvalidArgumentError, Option } from 'commander'
import type { IssuesPicked } from '../app/issues/study-here.ts'
import { command, wholeNumber } from './program.ts'

interface IssuesFlags {
  readonly label?: readonly string[]
  readonly limit?: number
}

export function declareIssues(): void {
  command(
    'issues',
    'list the open issues of the repository: which are ready, independent, may collide, need a design first',
    async (console, { label, limit }: IssuesFlags) => {
      const { issuesCommand } = await import('../app/issues/issues-command.ts')
      const { USUAL_MOST } = await import('../app/issues/look-at-issues.ts')
      return issuesCommand({ labels: label ?? null, most: limit ?? USUAL_MOST }, console)
    },
  )
    .addOption(labelOption('only issues with this label; given twice: with both'))
    .option('--limit <n>', 'how many issues at most, the newest first; else 100', wholeNumber)
    .addHelpText('after', EXAMPLES)
}

const EXAMPLES = `
Examples:
  conductor issues --label ready
  conductor plan --issues 123,124      a task for each of these issues, in tasks.yaml
  conductor run --issues 123,124       plan and run them

The token comes from GITHUB_TOKEN, GH_TOKEN or gh auth login. Nothing is changed on the forge.`

export const labelOption = (description: string): Option =>
  new Option('--label <name>', description).argParser(
    (name: string, before: readonly string[] | undefined) => [...(before ?? []), name],
  )

export const issuesOption = (): Option =>
  new Option('--issues <numbers>', 'first make the task file from these issues: 123,124').argParser(
    numbersIn,
  )

function numbersIn(typed: string): readonly number[] {
  const words = typed.split(/[\s,]+/).filter((word) => word !== '')
  const isFine = words.length > 0 && words.every((word) => /^#?[1-9]\d{0,8}$/.test(word))
  if (isFine) return [...new Set(words.map((word) => Number(word.replace('#', ''))))]
  throw new InvalidArgumentError(
    'numbers of issues are needed, such as --issues 123,124; `conductor issues` lists them',
  )
}

/** A plan of more issues is too large for a person to read. */
const MOST_PLANNED = 100

/** null: no issues are meant. */
export function pickedFrom({
  issues,
  label,
}: {
  readonly issues?: readonly number[]
  readonly label?: readonly string[]
}): IssuesPicked | null {
  if (issues !== undefined) return { numbers: issues }
  return label === undefined ? null : { labels: label, most: MOST_PLANNED }
}
