/** How things are dragged, on the board and between lanes: by mouse, by finger or by keys. */
import {
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
  type KeyboardCoordinateGetter,
} from '@dnd-kit/core'

/** A click opens the task, a finger scrolls: both must move or wait a little before they drag. */
export const useHands = (byKeys: KeyboardCoordinateGetter) =>
  useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
    useSensor(KeyboardSensor, {
      coordinateGetter: byKeys,
      keyboardCodes: { start: ['Space'], cancel: ['Escape', 'Tab'], end: ['Space', 'Enter'] },
    }),
  )

/** What was put nowhere goes back where it was, before everybody's eyes; null: it is simply there. */
export const snapBack = (goesBack: boolean) => (goesBack && !prefersStillness() ? SNAP_BACK : null)

const SNAP_BACK = { duration: 220, easing: 'ease-out' }

const prefersStillness = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
