/** How cards are dragged on the board and between lanes: by mouse, by finger or by keys. */
import {
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
  type KeyboardCoordinateGetter,
} from '@dnd-kit/core'

/** A click opens the task and a finger scrolls, so a drag begins only after a short way or a short wait. */
export const useDragSensors = (byKeys: KeyboardCoordinateGetter) =>
  useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
    useSensor(KeyboardSensor, {
      coordinateGetter: byKeys,
      keyboardCodes: { start: ['Space'], cancel: ['Escape', 'Tab'], end: ['Space', 'Enter'] },
    }),
  )

/** The animation of a card that was dropped nowhere and returns to its place; null: no animation. */
export const snapBack = (goesBack: boolean) => (goesBack && !prefersStillness() ? SNAP_BACK : null)

const SNAP_BACK = { duration: 220, easing: 'ease-out' }

const prefersStillness = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
