/** Lines between tasks: what comes after what, and who may get in whose way. */
import { firstFew } from '../../../src/core/say-wait.ts'
import { meets } from './camera.ts'
import type { Clash } from './clashes.ts'
import type { DrawnLayout } from './far-nodes.tsx'
import { clashArc, linkPath, roomBetween } from './link-paths.ts'
import type { Band, Node } from './plan-layout.ts'

/** More lines than this say nothing any more. */
const MOST_LINKS = 1500
const MOST_CLASHES = 80
/** Of a band above and below its tasks. */
const AIR = 16
/** So few can have their files written on them. */
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
  const few = plain.slice(0, MOST_LINKS)
  const pathOf = ([a, b]: Link): string => linkPath(layout.nodes[a]!, layout.nodes[b]!)
  return (
    <svg className="plan-links" data-far={isFar} aria-hidden="true">
      <defs>
        <marker
          id="plan-arrow"
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="8"
          markerHeight="8"
          orient="auto"
        >
          <path d="M0 0.8L7.2 4L0 7.2z" />
        </marker>
      </defs>
      {layout.bands.filter(isInSight).map(({ batch, x, width }) => (
        <rect
          key={batch}
          className="band"
          x={x}
          y={size.y - AIR}
          {...{ width }}
          height={size.height + 2 * AIR}
        />
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
      {!isFar && <Clashes {...view} />}
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

function Clashes(view: DrawnLayout) {
  const { plan, layout, sight, selected } = view
  const nodeOf = (task: number): Node => layout.nodes[layout.nodeOf[task]!]!
  const isDrawn = ({ tasks: [a, b] }: Clash): boolean =>
    nodeOf(a) !== nodeOf(b) && meets(roomBetween(nodeOf(a), nodeOf(b)), sight)
  const isOwn = ({ tasks }: Clash): boolean => selected !== null && tasks.includes(selected)
  const drawn = plan.clashes.filter(isDrawn)
  const shown = [...drawn.filter(isOwn), ...drawn.filter((clash) => !isOwn(clash))]
  return shown
    .slice(0, MOST_CLASHES)
    .map((clash) => (
      <ClashLine
        key={clash.tasks.join()}
        clash={clash}
        a={nodeOf(clash.tasks[0])}
        b={nodeOf(clash.tasks[1])}
        isNamed={clash.over === 'file' && (isOwn(clash) || drawn.length <= FEW)}
      />
    ))
}

interface ClashLineProps {
  readonly clash: Clash
  readonly a: Node
  readonly b: Node
  readonly isNamed: boolean
}

function ClashLine({ clash, a, b, isNamed }: ClashLineProps) {
  const { path, x, y } = clashArc(a, b)
  return (
    <g className="clash" data-over={clash.over}>
      <path d={path} />
      {isNamed && (
        <text x={x} y={y} textAnchor="middle">
          {firstFew(clash.files)}
        </text>
      )}
    </g>
  )
}
