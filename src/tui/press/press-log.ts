/** Keys in the log of a task: scroll it, follow it, leave it. */
import type { TaskId } from '../../core/value/ids.ts'
import type { Held, Key, Mode, Scene } from '../view.ts'

/** How many log lines the user can scroll back through. */
const HELD_LINES = 10_000

export function scrollLog(key: Key, mode: Mode & { is: 'log' }, scene: Scene): Mode {
  switch (key) {
    case 'escape':
    case 'enter':
    case 'q':
      return { is: 'queue' }
    case 'j':
    case 'down':
      return scrolled(mode, scene, 1)
    case 'k':
    case 'up':
      return scrolled(mode, scene, -1)
    case 'page-down':
      return scrolled(mode, scene, scene.page)
    case 'page-up':
      return scrolled(mode, scene, -scene.page)
    case 'g':
    case 'home':
      return scrolled(mode, scene, -HELD_LINES)
    case 'G':
    case 'end':
      return { ...mode, held: null }
    default:
      return mode
  }
}

/** A user who scrolls up is reading, so the lines stand still until the user reaches the end again. */
function scrolled(mode: Mode & { is: 'log' }, scene: Scene, step: number): Mode {
  const held = mode.held ?? holdTail(scene, mode.task)
  const top = Math.max(held.top + step, 0)
  return { ...mode, held: top + scene.page >= held.lines.length ? null : { ...held, top } }
}

function holdTail(scene: Scene, task: TaskId): Held {
  const lines = scene.log(task, HELD_LINES)
  return { lines, top: Math.max(lines.length - scene.page, 0) }
}
