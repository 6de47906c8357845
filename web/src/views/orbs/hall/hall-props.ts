/** What the view gives to the hall. */
import type { Ref } from 'react'
import type { Orb } from '../../../../../src/core/workspace/orbs.ts'

export interface HallSection {
  readonly repository: string
  readonly defaultBranch: string
  readonly count: number
  readonly needYou: number
}

export interface HallHandle {
  /** Shows the whole hall. */
  fit(): void
  /** Seats all orbs anew, as on the first day. */
  tidy(): void
  /** Above 1: nearer. */
  zoom(by: number): void
}

interface Insets {
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly left: number
}

export interface HallProps {
  readonly orbs: readonly Orb[]
  /** In the order in which they are shown. */
  readonly sections: readonly HallSection[]
  readonly mode: '3d' | '2d'
  readonly colours: 'state' | 'freshness'
  /** What a search or a filter has found; the others step back. null: all. */
  readonly shown: ReadonlySet<string> | null
  readonly selected: string | null
  readonly onSelect: (orb: string | null) => void
  /** Double click. */
  readonly onOpen: (orb: string) => void
  /** The phase of each orb, from 1; null: no order is shown. */
  readonly phases: ReadonlyMap<string, number> | null
  readonly now: number
  /** Pixels that panels cover at each side. */
  readonly insets: Insets
  /** A dialog is over the hall: nothing is drawn. */
  readonly isCovered: boolean
  /** The browser has no WebGL, or has taken it away. */
  readonly onNoWebGl: () => void
  readonly handle: Ref<HallHandle>
}

/** The part that 3D and 2D show. */
export type HallContent = Omit<HallProps, 'mode' | 'onNoWebGl' | 'handle'>
