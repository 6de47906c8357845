/** Where the nodes of the plan stand, for the keys: up and down in a column, left and right to what is nearest in the next. */
import type { Places } from '../../../parts/keys/neighbour.ts'
import { nearestBy } from '../../../parts/nearest-by.ts'
import type { Node, PlanLayout } from './plan-layout.ts'

/** A node by a task, so that it stays the same when others open: a closed batch by the one in its middle, which opens where it was. */
export const nameOfNode = ({ cell }: Node): number =>
  cell.is === 'task' ? cell.task : cell.tasks[cell.tasks.length >> 1]!

export function nodePlaces({ nodes }: Pick<PlanLayout, 'nodes'>): Places<number> {
  const columns = [...Map.groupBy(nodes, ({ x }) => x).values()]
  return {
    lines: columns.map((column) => column.map(nameOfNode)),
    goes: 'down',
    beside: (other, line, at) => nearestBy(columns[other]!, middle(columns[line]![at]!), middle),
  }
}

const middle = ({ y, height }: Node): number => y + height / 2
