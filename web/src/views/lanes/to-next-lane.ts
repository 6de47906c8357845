/** A card that is dragged by keys goes to the middle of the lane above or below. */
import type { KeyboardCoordinateGetter } from '@dnd-kit/core'

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
}

export const toNextLane: KeyboardCoordinateGetter = (event, { currentCoordinates, context }) => {
  const step = STEPS[event.code]
  const { droppableRects, droppableContainers, collisionRect, over } = context
  if (step === undefined || collisionRect === null) return undefined
  event.preventDefault()
  const lanes = droppableContainers
    .getEnabled()
    .flatMap(({ id }) => {
      const rect = droppableRects.get(id)
      return rect ? [{ id, rect }] : []
    })
    .sort((a, b) => a.rect.top - b.rect.top)
  const at = lanes.findIndex(({ id }) => id === over?.id)
  const next = lanes[Math.min(Math.max(at + step, 0), lanes.length - 1)]
  if (next === undefined) return undefined
  const { top, height } = next.rect
  return { ...currentCoordinates, y: top + height / 2 - collisionRect.height / 2 }
}
