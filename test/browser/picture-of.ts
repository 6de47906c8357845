/** The picture of a scripted run at a moment, as the live view in the terminal would draw it. */
import { factsOf } from '../../src/tui/facts.ts'
import type { Picture } from '../../src/tui/picture.ts'
import { FIRST_VIEW, type View } from '../../src/tui/view.ts'
import type { ScriptedRun } from '../played/scripted-live-run.ts'

export function pictureOf(
  live: Pick<ScriptedRun, 'current' | 'lastLine' | 'log'>,
  now: number,
  size: `${number}x${number}`,
  seen: Partial<View> & Partial<Pick<Picture, 'colour' | 'theme' | 'owner' | 'link'>> = {},
): Picture {
  const { colour = false, theme = 'default', owner = true, link = null, ...moved } = seen
  const view = { ...FIRST_VIEW, ...moved }
  const [columns, rows] = size.split('x').map(Number) as [number, number]
  const run = live.current()
  return {
    run,
    now,
    ...factsOf()(run, now, view.filter),
    view,
    columns,
    rows,
    colour,
    theme,
    owner,
    link,
    lastLine: (attempt) => live.lastLine(attempt),
    log: (task, lines) => live.log(task, lines),
  }
}
