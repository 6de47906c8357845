/** The comment at the top of a planned file: how the plan was made, and what a person should know before running it. */
import { cleanLine } from '../core/planning/check/draft-text.ts'
import type { PlanDraft } from '../core/planning/plan-draft.ts'
import { sayCount } from '../core/say/say-count.ts'

export const sayBackend = ({ madeBy: { backend, model } }: PlanDraft): string =>
  model === null ? backend : `${backend} (${cleanLine(model)})`

const WIDTH = 110

export function headerOf(draft: PlanDraft): readonly string[] {
  const { analysis, madeBy, notes } = draft
  const how = madeBy.backend === 'offline' ? 'without a model' : `with ${sayBackend(draft)}`
  const count = sayCount(draft.tasks.length, 'task')
  return [
    wrapped(`${cleanLine(draft.name)}: ${count} (${analysis.complexity}), planned ${how}.`),
    wrapped(analysis.reasons),
    listed('Not known when this was planned:', analysis.unknowns),
    listed('Notes:', notes),
    wrapped(
      'Change what you like: planning again keeps your changes. `conductor validate` checks the file, and nothing runs before you start it.',
    ),
  ].filter((part) => part !== '')
}

const MOST_LINES = 12

function listed(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return ''
  const shown = lines.slice(0, MOST_LINES).map((line) => wrapped(`- ${cleanLine(line)}`, '  '))
  const more = lines.length > MOST_LINES ? [`- and ${lines.length - MOST_LINES} more`] : []
  return [title, ...shown, ...more].join('\n')
}

function wrapped(text: string, indent = ''): string {
  const lines: string[] = []
  let line = ''
  for (const word of cleanLine(text).split(' ')) {
    const isFull = line !== '' && line.length + word.length + 1 > WIDTH
    if (isFull) lines.push(line)
    line = isFull || line === '' ? (isFull ? indent : '') + word : `${line} ${word}`
  }
  return [...lines, line].filter((one) => one !== '').join('\n')
}
