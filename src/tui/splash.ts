/** The splash that the view shows for a moment when it opens: `ui.show_splash`. The run goes on meanwhile. */
import { isUrgent } from '../core/report/attention.ts'
import { sayCount } from '../core/say/say-count.ts'
import { piece, renderLine, widthOf, type Line } from './line.ts'
import { paletteOf, type Picture } from './picture.ts'

/** The splash shows until this time; a key, the end of the run or a need of a person ends it sooner. */
export const isSplashed = ({ attention, run, now }: Picture, until: number): boolean =>
  now < until && run.ended === null && !attention.some(isUrgent)

export function drawSplash(picture: Picture): string[] {
  const { rows, columns } = picture
  const words = splashWords(picture).map((line) => centred(line, columns))
  const above = Math.max(Math.floor((rows - words.length) / 2), 0)
  return Array.from({ length: rows }, (_, row): Line => words[row - above] ?? []).map((line) =>
    renderLine(line, columns, paletteOf(picture)),
  )
}

const splashWords = ({ run }: Picture): readonly Line[] => [
  [piece('C O N D U C T O R', 'accent')],
  [],
  [piece(`run ${run.id}  `), piece(run.plan.name, 'bold')],
  [
    piece(
      `${sayCount(run.plan.tasks.length, 'task')}, at most ${sayCount(run.agents, 'agent')} at once`,
    ),
  ],
  [],
  [piece('press any key', 'dim')],
]

const centred = (line: Line, columns: number): Line => [
  piece(' '.repeat(Math.max(Math.floor((columns - widthOf(line)) / 2), 0))),
  ...line,
]
