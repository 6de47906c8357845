/** conductor conflicts: the merge conflicts that wait for a person, with the three versions of each hunk. */
import { nameInLine } from '../../core/text/name-in-line.ts'
import type {
  ConflictDocument,
  ConflictFileDocument,
} from '../../core/conflict/conflict-document.ts'
import { hunksIn, linesOf, type Hunk } from '../../core/conflict/merge-pieces.ts'
import type { Run } from '../../core/run/run.ts'
import { sayNoConflict } from '../../core/say/landing/say-conflict.ts'
import { conductorLine, typedWord } from '../../core/text/command-line.ts'
import { plainText } from '../../core/text/plain-text.ts'
import type { Console } from '../console/console.ts'
import { mustKnowOrInReview } from '../look/find-task.ts'
import { lookAtRun } from '../look/read-runs.ts'
import { findWorkspace } from '../place/workspace.ts'
import { conflictPlace } from './conflict-place.ts'
import { conflictOf } from './task-conflict.ts'

/** Without a task: of all tasks in review, only the files. */
export async function conflictsCommand(
  task: string | undefined,
  wanted: string | undefined,
  console: Console,
): Promise<number> {
  const workspace = findWorkspace(console.folder)
  const run = lookAtRun(workspace, wanted)
  const tasks = mustKnowOrInReview(run, task)
  const conflicts: ConflictDocument[] = []
  for (const one of tasks)
    conflicts.push(await conflictOf(await conflictPlace(workspace, run, one)))
  const shown = task === undefined ? conflicts.filter(({ files }) => files.length > 0) : conflicts
  const text = task === undefined ? sayAll(shown) : sayOne(shown[0]!, run)
  console.answer(text, { run: run.id, conflicts: shown })
  return 0
}

function sayAll(conflicts: readonly ConflictDocument[]): string {
  if (conflicts.length === 0) return 'No task has a conflict for you to solve.'
  return conflicts
    .flatMap(({ task, target, files }) => [
      `${task}  conflicts with ${target}:`,
      ...files.map((file) => `    ${sayFile(file)}`),
      `    \`${conductorLine('conflicts', task)}\` shows the versions`,
    ])
    .join('\n')
}

const sayFile = ({ path, says }: ConflictFileDocument): string => `${nameInLine(path)}  ${says}`

export function sayOne({ task, files }: ConflictDocument, run: Run): string {
  if (files.length === 0) {
    const { message, hint } = sayNoConflict(run, task)
    return `${message}; ${hint}.`
  }
  return [
    ...files.flatMap((file) => [sayFile(file), ...sayVersions(file), '']),
    `Keep what landed with \`${conductorLine('resolve', task, '--ours')}\`, this task's with \`--theirs\`, both with \`--both\`;`,
    `name files or hunks (\`--ours ${typedWord(files[0]!.path)}${files[0]!.hunks > 1 ? ' --theirs file#2' : ''}\`), edit the text with \`--editor\`, or let the agent do it with \`--ask-agent\`.`,
  ].join('\n')
}

function sayVersions({ pieces, kind, landed, task }: ConflictFileDocument): readonly string[] {
  if (kind === 'text')
    return hunksIn(pieces!).flatMap((hunk, i, all) => sayHunk(hunk, i + 1, all.length))
  return [...whole('already landed', landed?.text), ...whole('this task', task?.text)]
}

const sayHunk = (
  { base, landed, task }: Hunk,
  number: number,
  count: number,
): readonly string[] => [
  `  hunk ${number} of ${count}`,
  ...whole('before both', base),
  ...whole('already landed', landed),
  ...whole('this task', task),
]

/** Longer texts are cut here; --json and the page show them whole. */
const MOST_LINES = 40

function whole(name: string, text: string | null | undefined): readonly string[] {
  if (text === null || text === undefined) return []
  const lines = linesOf(text)
  const more = lines.length - MOST_LINES
  return [
    `    ${name}:${lines.length === 0 ? ' nothing' : ''}`,
    ...lines.slice(0, MOST_LINES).map((line) => `      | ${plainText(line).replace(/\n$/, '')}`),
    ...(more > 0 ? [`      (${more} more lines)`] : []),
  ]
}
