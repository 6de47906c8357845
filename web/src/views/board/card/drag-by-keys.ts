/** A card that is dragged by keys goes from column to column, never in between. */
import type {
  ClientRect,
  CollisionDetection,
  DroppableContainer,
  KeyboardCoordinateGetter,
} from '@dnd-kit/core'
import { closestCenter, pointerWithin } from '@dnd-kit/core'
import { COLUMNS, type Column } from '../../../../../src/core/ask/board-columns.ts'

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, KeyL: 1, KeyH: -1 }

/** The column under the pointer; during a drag by keys, the one whose centre is closest to the card. */
export const columnUnder: CollisionDetection = (args) => {
  const inSight = args.droppableContainers.filter(({ id }) =>
    isInSight(args.droppableRects.get(id)),
  )
  const among = { ...args, droppableContainers: inSight }
  return args.pointerCoordinates === null ? closestCenter(among) : pointerWithin(among)
}

export const nextColumn: KeyboardCoordinateGetter = (event, { context, currentCoordinates }) => {
  const step = STEPS[event.code]
  const { over, droppableRects, droppableContainers, collisionRect } = context
  if (step === undefined || collisionRect === null) return
  const places = placesOf(droppableContainers.getEnabled(), droppableRects)
  const at = COLUMNS.indexOf(over?.data.current?.['column'] as Column)
  const to = places.get(COLUMNS[at + step]!)
  if (to === undefined) return
  return {
    x: to.left + (to.width - collisionRect.width) / 2,
    y: isTall(to) ? currentCoordinates.y : to.top + (to.height - collisionRect.height) / 2,
  }
}

type Rects = ReadonlyMap<unknown, ClientRect>

/** On a narrow screen the rectangle of a column is that of its tab. */
function placesOf(
  containers: readonly DroppableContainer[],
  rects: Rects,
): ReadonlyMap<Column, ClientRect> {
  return new Map(
    containers.flatMap(({ id, data }) => {
      const rect = rects.get(id)
      return isInSight(rect) ? [[data.current!['column'] as Column, rect] as const] : []
    }),
  )
}

const isInSight = (rect: ClientRect | undefined): rect is ClientRect =>
  rect !== undefined && rect.width > 0

const isTall = ({ width, height }: ClientRect): boolean => height > width
