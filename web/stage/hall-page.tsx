/** A page with nothing but the hall, for tests, benchmarks and pictures: they say what it shows, by `window.hallPage`. */
import { useSyncExternalStore } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { needsSomeone, orbsOf, type Orb } from '../../src/core/workspace/orbs.ts'
import type { Tracker } from '../../src/core/workspace/tracker.ts'
import { playedTracker } from '../../test/played/played-tracker.ts'
import {
  Hall,
  type HallHandle,
  type HallProps,
  type HallSection,
} from '../src/views/orbs/hall/hall.tsx'
import '../src/parts/tokens.css'
import '../src/parts/base.css'
import { openInstancedScene } from './instanced-scene.ts'
import './hall-page.css'

export interface HallPage {
  readonly handle: { current: HallHandle | null }
  /** What the page was told, in order: `select a:b`, `open a:b`, `no webgl`. */
  readonly told: string[]
  play(workspaces: number, repositories?: number): void
  /** Shows other workspaces in place of these. */
  showOrbs(change: (orbs: readonly Orb[]) => readonly Orb[]): void
  set(change: Partial<HallProps>): void
  open(): void
  close(): void
  /** Closes it, and forgets what it was told and what it has told. */
  reset(): void
  /** Phases by height, without what is merged or has no workspace. */
  phases(): ReadonlyMap<string, number>
  orbs(): readonly Orb[]
  /** As many balls, drawn the usual way. */
  readonly openInstancedScene: typeof openInstancedScene
}

declare global {
  interface Window {
    hallPage: HallPage
  }
}

const NOW = Date.UTC(2026, 10, 17, 12)
const told: string[] = []
const handle: { current: HallHandle | null } = { current: null }
const listeners = new Set<() => void>()
let root: Root | null = null

const FIRST: HallProps = {
  orbs: [],
  sections: [],
  mode: '3d',
  colours: 'state',
  shown: null,
  selected: null,
  onSelect: (orb) => {
    told.push(`select ${orb}`)
    set({ selected: orb })
  },
  onOpen: (orb) => void told.push(`open ${orb}`),
  phases: null,
  now: NOW,
  insets: { top: 0, right: 0, bottom: 0, left: 0 },
  isCovered: false,
  onNoWebGl: () => {
    told.push('no webgl')
    set({ mode: '2d' })
  },
  handle,
}

let shown = FIRST

function set(change: Partial<HallProps>): void {
  shown = { ...shown, ...change }
  flushSync(() => listeners.forEach((listener) => listener()))
}

function Page() {
  const props = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown,
  )
  return <Hall {...props} />
}

function play(workspaces: number, repositories?: number): void {
  const tracker = playedTracker({
    workspaces,
    now: NOW,
    ...(repositories === undefined ? {} : { repositories }),
  })
  showTracker(tracker)
}

function showTracker(tracker: Tracker): void {
  const orbs = orbsOf(tracker, NOW)
  const sections = Object.entries(tracker.trees).map(([repository, { branch }]) =>
    sectionOf(repository, branch, orbs),
  )
  set({ orbs, sections })
}

function sectionOf(repository: string, defaultBranch: string, orbs: readonly Orb[]): HallSection {
  const own = orbs.filter((orb) => orb.repository === repository)
  return { repository, defaultBranch, count: own.length, needYou: own.filter(needsSomeone).length }
}

function phases(): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  for (const { id, parent, isGhost, state } of shown.orbs) {
    const below = parent === null ? 0 : (found.get(parent) ?? 0)
    if (!isGhost && state !== 'merged') found.set(id, below + 1)
  }
  return found
}

function close(): void {
  root?.unmount()
  root = null
}

window.hallPage = {
  handle,
  told,
  play,
  showOrbs: (change) => set({ orbs: change(shown.orbs) }),
  set,
  open() {
    root = createRoot(document.querySelector('#root')!)
    flushSync(() => root!.render(<Page />))
  },
  close,
  reset() {
    close()
    told.length = 0
    shown = FIRST
  },
  phases,
  orbs: () => shown.orbs,
  openInstancedScene,
}
