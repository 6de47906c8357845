/** The lines between tasks: dependencies and predicted collisions. */
import { useMemo } from 'react'
import { ArrowHead } from '../../../parts/arrow-head.tsx'
import { meets } from './camera.ts'
import type { PredictedCollision } from '../predicted-collisions.ts'
import type { DrawnLayout } from './far-nodes.tsx'
import { collisionArc, columnsOf, linkPath, roomBetween, type Column } from './link-paths.ts'
import type { Band, Node } from './plan-layout.ts'

/** With more lines than this, only the lines of the longest chain and of the selected task are drawn. */
const MOST_LINKS = 400
const MOST_COLLISIONS = 80
/** The margin of a band above and below its tasks. */
const AIR = 16
/** Up to so many collisions are labelled with their files. */
const FEW = 12

export function PlanLinks({ isFar, ...view }: DrawnLayout & { readonly isFar: boolean }) {
  const { layout, sight } = view
  const { size } = layout
  const isInSight = ({ x, width }: Band): boolean =>
    x <= sight.x + sight.width && x + width >= sight.x
  const inSight = layout.links.filter(([a, b]) =>
    meets(roomBetween(layout.nodes[a]!, layout.nodes[b]!), sight),
  )
  const { plain, onChain, focused } = sorted(view, inSight)
  const few = plain.length > MOST_LINKS ? [] : plain
  const columns = useMemo(() => columnsOf(layout.nodes), [layout])
  const pathOf = ([a, b]: Link): string => linkPath(layout.nodes[a]!, layout.nodes[b]!, columns)
  // A band is as tall as the screen, or as its tasks if those need more.
  const top = Math.min(size.y - AIR, sight.y)
  const bottom = Math.max(size.y + size.height + AIR, sight.y + sight.height)
  return (
    <svg className="plan-links" data-far={isFar} aria-hidden="true">
      <defs>
        <ArrowHead id="plan-arrow" size={8} />
      </defs>
      {layout.bands.filter(isInSight).map(({ batch, x, width }) => (
        <rect key={batch} className="band" x={x} y={top} {...{ width }} height={bottom - top} />
      ))}
      <path className="link" d={few.map(pathOf).join('')} />
      <path className="link on-chain" d={onChain.map(pathOf).join('')} />
      {focused.map((link) => (
        <path
          key={link.join()}
          className="link focused"
          markerEnd="url(#plan-arrow)"
          d={pathOf(link)}
        />
      ))}
      {!isFar && <Collisions {...view} columns={columns} />}
    </svg>
  )
}

type Link = readonly [number, number]

function sorted({ plan, layout, selected }: DrawnLayout, links: readonly Link[]) {
  const own = selected === null ? -1 : layout.nodeOf[selected]!
  const isOnChain = (node: number): boolean => {
    const { cell } = layout.nodes[node]!
    return cell.is === 'task' && plan.chain.has(cell.task)
  }
  const plain: Link[] = []
  const onChain: Link[] = []
  const focused: Link[] = []
  for (const link of links) {
    if (link.includes(own)) focused.push(link)
    else if (link.every(isOnChain)) onChain.push(link)
    else plain.push(link)
  }
  return { plain, onChain, focused }
}

function Collisions({
  plan,
  layout,
  sight,
  selected,
  columns,
}: DrawnLayout & { readonly columns: readonly Column[] }) {
  const nodeOf = (task: number): Node => layout.nodes[layout.nodeOf[task]!]!
  const isDrawn = ({ tasks: [a, b] }: PredictedCollision): boolean =>
    nodeOf(a) !== nodeOf(b) && meets(roomBetween(nodeOf(a), nodeOf(b)), sight)
  const isOwn = ({ tasks }: PredictedCollision): boolean =>
    selected !== null && tasks.includes(selected)
  // Only pairs that may change the same file, and the pairs of the selected task, get a line: a line for every pair would hide the plan.
  const isWorthALine = (collision: PredictedCollision): boolean =>
    collision.over === 'file' || isOwn(collision)
  const drawn = plan.collisions.filter((collision) => isWorthALine(collision) && isDrawn(collision))
  const shown = [...drawn.filter(isOwn), ...drawn.filter((collision) => !isOwn(collision))]
  return shown
    .slice(0, MOST_COLLISIONS)
    .map((collision) => (
      <CollisionLine
        key={collision.tasks.join()}
        collision={collision}
        a={nodeOf(collision.tasks[0])}
        b={nodeOf(collision.tasks[1])}
        columns={columns}
        isNamed={hasName(collision) && (isOwn(collision) || drawn.length <= FEW)}
      />
    ))
}

/** A line names the file that makes two tasks take turns; a person may keep them apart without one. */
const hasName = ({ over, probability }: PredictedCollision): boolean =>
  over === 'file' && probability > 0

interface CollisionLineProps {
  readonly collision: PredictedCollision
  readonly a: Node
  readonly b: Node
  readonly columns: readonly Column[]
  readonly isNamed: boolean
}

function CollisionLine({ collision, a, b, columns, isNamed }: CollisionLineProps) {
  const { path, x, y } = collisionArc(a, b, columns)
  return (
    <g className="collision" data-over={collision.over}>
      <path d={path} />
      {isNamed && (
        <text x={x} y={y} textAnchor="middle">
          {sayFiles(collision.files)}
        </text>
      )}
    </g>
  )
}

/** The likeliest; there is no room for more. */
const sayFiles = ([first = '', ...more]: readonly string[]): string =>
  more.length === 0 ? first : `${first.slice(first.lastIndexOf('/') + 1)} +${more.length}`
