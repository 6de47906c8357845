/** A bar of the timeline: its colour, its pattern and its sign each say how the attempt went. */
import type { TaskStatus } from '../../../../../src/core/run/task-state.ts'
import { ArrowHead } from '../../../parts/arrow-head.tsx'
import { StateShape } from '../../../parts/state-mark.tsx'
import type { Piece } from './drawn-bars.ts'
import type { Look } from '../time-bars.ts'
import './bar-shape.css'

export interface BarShapeProps {
  readonly look: Look
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly isOnChain: boolean
  /** How far below the top its sign stands; without it in the middle. */
  readonly signAt?: number
}

/** Narrower bars have no room for a sign. */
const ROOM_FOR_SIGN = 20

const SIGN = 12

/** With its margins. */
export const SIGN_WIDTH = 18

export const hasSign = (look: Look, width: number): boolean =>
  SIGNS[look] !== null && width >= ROOM_FOR_SIGN

export function BarShape({ look, x, y, width, height, isOnChain, signAt }: BarShapeProps) {
  const sign = SIGNS[look]
  return (
    <g className="bar-shape" data-look={look}>
      <rect className="body" x={x} y={y} width={width} height={height} rx="2" />
      {PATTERNED.has(look) && (
        <rect
          className="pattern"
          fill={`url(#bar-${look})`}
          x={x}
          y={y}
          width={width}
          height={height}
          rx="2"
        />
      )}
      {isOnChain && <rect className="on-chain" x={x} y={y} width={width} height="3" />}
      {sign !== null && width >= ROOM_FOR_SIGN && (
        <svg x={x + 4} y={y + (signAt ?? (height - SIGN) / 2)} width={SIGN} height={SIGN}>
          <StateShape status={sign} />
        </svg>
      )}
    </g>
  )
}

export interface CrowdShapeProps extends Pick<BarShapeProps, 'look' | 'y' | 'height'> {
  readonly pieces: readonly Piece[]
  readonly onChain: readonly Piece[]
  /** The x at which the window begins. */
  readonly left: number
}

/** Draws many bars as one path. */
export function CrowdShape({ look, y, pieces, onChain, left, height }: CrowdShapeProps) {
  const boxes = (list: readonly Piece[], tall: number): string =>
    list
      .map(({ x, width }) => `M${tenth(x - left)} ${y}h${tenth(width)}v${tall}h${tenth(-width)}z`)
      .join('')
  return (
    <g className="bar-shape" data-look={look}>
      <path className="body" d={boxes(pieces, height)} />
      {PATTERNED.has(look) && (
        <path className="pattern" fill={`url(#bar-${look})`} d={boxes(pieces, height)} />
      )}
      {onChain.length > 0 && <path className="on-chain" d={boxes(onChain, 3)} />}
    </g>
  )
}

const tenth = (pixels: number): number => Math.round(pixels * 10) / 10

const PATTERNED: ReadonlySet<Look> = new Set(['failed', 'cut-off', 'asked', 'predicted'])

const SIGNS: Readonly<Record<Look, TaskStatus | null>> = {
  working: 'working',
  succeeded: 'landed',
  delivered: 'review',
  failed: 'failed',
  'cut-off': 'cancelled',
  asked: 'stuck',
  lost: 'waiting',
  coming: null,
  predicted: null,
}

/** The fill patterns of the bars; to be rendered once on the page. */
export function BarPatterns() {
  return (
    <svg width="0" height="0" className="bar-patterns" aria-hidden="true">
      <defs>
        <pattern
          id="bar-failed"
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <line x1="0" y1="0" x2="0" y2="6" />
        </pattern>
        <pattern id="bar-cut-off" width="6" height="6" patternUnits="userSpaceOnUse">
          <path d="M0 0L6 6M6 0L0 6" />
        </pattern>
        <pattern id="bar-asked" width="5" height="5" patternUnits="userSpaceOnUse">
          <circle cx="2.5" cy="2.5" r="1" />
        </pattern>
        <pattern
          id="bar-predicted"
          width="5"
          height="5"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(-45)"
        >
          <line x1="0" y1="0" x2="0" y2="5" />
        </pattern>
        <ArrowHead id="arrow-head" size={7} />
        <ArrowHead id="arrow-head-chain" size={7} />
      </defs>
    </svg>
  )
}
