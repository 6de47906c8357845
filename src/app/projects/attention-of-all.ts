/** conductor attention --all: what needs a person in every project, as one queue. */
import { oneQueue, waitingInAll, type ProjectQueue } from '../../core/projects/one-queue.ts'
import { errorMessage } from '../../core/text/error-message.ts'
import { shellWord } from '../../core/text/command-line.ts'
import { paint } from '../../report-text/paint.ts'
import { attentionReport } from '../../report-text/say-needs-you.ts'
import { Complaint } from '../console/complain.ts'
import type { Console } from '../console/console.ts'
import { queueIn } from './look-at-project.ts'
import { knownProjects, type Project } from './registry.ts'

export function attentionOfAllCommand(
  { run, follow }: { readonly run: string | undefined; readonly follow: boolean },
  console: Console,
): number {
  if (run !== undefined || follow)
    throw new Complaint(
      '--all is about the newest run of each repository, once',
      'leave out the run and --follow, or --all',
    )
  const now = Date.now()
  const queues = knownProjects().flatMap((project) => readQueue(project, now, console))
  const blocks = queues.map((queue) => sayQueue(queue, now, console.colour))
  console.answer(
    blocks.length === 0 ? 'Nothing needs you in any repository.' : blocks.join('\n\n'),
    {
      run: null,
      attention: oneQueue(queues, now),
      waiting_runs: waitingInAll(queues),
    },
  )
  return 0
}

/** A project that cannot be read must not hide the others. */
function readQueue(project: Project, now: number, console: Console): readonly ProjectQueue[] {
  try {
    const queue = queueIn(project, now)
    return queue === null ? [] : [queue]
  } catch (error) {
    console.remark(`note: ${project.id} cannot be read: ${errorMessage(error)}`)
    return []
  }
}

function sayQueue(
  { project, run, needs, waiting }: ProjectQueue,
  now: number,
  colour: boolean,
): string {
  const style = paint(colour)
  const head = `${style.bold(project.id)}  ${style.dim(`cd ${shellWord(project.root)}`)}`
  const report =
    needs.length === 0 ? [] : [attentionReport(run, needs, { now, isConducted: true, colour }), '']
  return [head, ...report, ...waiting.map(({ says }) => says)].join('\n').trimEnd()
}
