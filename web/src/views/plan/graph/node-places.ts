/** Where the nodes stand, for the keys: up and down in a column, left and right to the nearest node of the next. */
import type { Places } from '../../../parts/keys/neighbour.ts'
import { nearestBy } from '../../../parts/nearest-by.ts'
import type { Node, PlanLayout } from './plan-layout.ts'

/** A task names the node, so that the name stays when batches open; of a closed batch, the task in its middle. */
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
