/** The hall in 2D, as SVG: the same seats, seen from the same place, without WebGL. */
import { useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { cameraForAll } from '../camera/hall-camera.ts'
import { project, viewOf, type Screen, type Seen, type View } from '../camera/view.ts'
import type { HallProps } from '../hall-props.ts'
import { chooseLabels, prioritiesOf, type ChosenLabel } from '../labels/choose-labels.ts'
import { linesToAvoid } from '../labels/lines-to-avoid.ts'
import type { Point } from '../layout/hall-layout.ts'
import { attentionFor, styleFor } from '../look/attention.ts'
import { hallName } from '../look/hall-name.ts'
import { PALETTES } from '../look/palette.ts'
import { moveNames, SectionNames } from '../section-names.tsx'
import { listenToGestures } from '../stage/gestures.ts'
import { buildHall, keepHall, type KeptHall } from '../stage/kept-hall.ts'
import { placeNames, sectionOfEach, type NamePlace } from '../stage/section-names.ts'
import { useSurroundings } from '../use-surroundings.ts'
import type { StageSurroundings } from '../stage/surroundings.ts'
import { FlatLabels } from './flat-labels.tsx'
import { flatPicture, type FlatPicture } from './flat-picture.ts'
import { FlatPictureOf } from './flat-picture-of.tsx'
import { textSize } from './measure-text.ts'
import { panFlat, WHOLE, zoomFlat, zoomTo, type Zoomed } from './zoomed.ts'

export function Hall2d(props: HallProps) {
  const host = useRef<HTMLDivElement>(null)
  const around = useSurroundings(host)
  return (
    <div className="hall" ref={host} data-mode="2d">
      {around !== null && <FlatHall {...props} around={around} host={host.current!} />}
    </div>
  )
}

type FlatProps = HallProps & { readonly around: StageSurroundings; readonly host: HTMLElement }

function FlatHall(props: FlatProps) {
  const { orbs, sections, selected, around, host } = props
  const names = useRef<HTMLDivElement>(null)
  const { hall, tidy } = useKeptHall(props)
  const screen: Screen = { width: around.width, height: around.height, insets: props.insets }
  const { top, right, bottom, left } = props.insets
  const view = useMemo(
    () => viewOf(cameraForAll(hall.layout, screen, hall.plan.sizes.pitch), screen),
    [hall, around.width, around.height, top, right, bottom, left],
  )
  const picture = useMemo(
    () =>
      flatPicture(orbs, hall.layout, view, {
        styleOf: styleFor(props, hall.layout, around.theme),
        attentionOf: attentionFor(props, hall.layout),
      }),
    [orbs, hall, view, props.colours, props.shown, selected, props.phases, around.theme],
  )
  const [zoomed, setZoomed] = useState(WHOLE)
  const placed = useMemo(() => namesOf({ props, hall, picture, zoomed, view }), [picture, zoomed])
  const labels = useMemo(
    () => labelsOf({ props, hall, picture, zoomed, view }, placed),
    [picture, zoomed, props.now],
  )
  useLayoutEffect(() => moveNames(names.current!, placed))
  useGestures(host, { props, picture, zoomed, setZoomed })
  useEffect(() => setZoomed(stackZoom(props, hall, picture)), [selected])
  useImperativeHandle(props.handle, () => ({
    fit: () => setZoomed(WHOLE),
    tidy,
    zoom: (by) => setZoomed((before) => zoomFlat(before, by, { x: view.centreX, y: view.centreY })),
  }))
  const palette = PALETTES[around.theme]
  return (
    <>
      <svg role="img" aria-label={hallName(props)}>
        <g
          className="hall-flat"
          transform={`translate(${zoomed.x} ${zoomed.y}) scale(${zoomed.scale})`}
        >
          <FlatPictureOf picture={picture} palette={palette} selected={selected} />
        </g>
        <FlatLabels labels={labels} palette={palette} />
      </svg>
      <SectionNames sections={sections} names={names} />
    </>
  )
}

/** Orbs keep their seats from one render to the next. */
function useKeptHall({ orbs, sections, around }: FlatProps): {
  readonly hall: KeptHall
  tidy(): void
} {
  const kept = useRef<KeptHall | null>(null)
  const [tidied, setTidied] = useState(0)
  const hall = useMemo(
    () =>
      kept.current === null
        ? buildHall({ orbs, sections }, around)
        : keepHall(kept.current, { orbs, sections }),
    [orbs, sections, tidied],
  )
  kept.current = hall
  const tidy = (): void => {
    kept.current = null
    setTidied((times) => times + 1)
  }
  return { hall, tidy }
}

/** Where the orbs are after zooming. */
function onScreen(
  { orbs }: FlatPicture,
  { scale, x, y }: Zoomed,
): { count: number; x: number[]; y: number[]; radius: number[] } {
  return {
    count: orbs.length,
    x: orbs.map((orb) => orb.x * scale + x),
    y: orbs.map((orb) => orb.y * scale + y),
    radius: orbs.map((orb) => orb.radius * scale),
  }
}

interface Shown {
  readonly props: FlatProps
  readonly hall: KeptHall
  readonly picture: FlatPicture
  readonly zoomed: Zoomed
  readonly view: View
}

/** Where a point of the hall is seen after zooming. */
function seenAt({ zoomed: { scale, x, y }, view }: Shown, point: Point): Seen {
  const seen = project(view, point)
  return { x: seen.x * scale + x, y: seen.y * scale + y, depth: seen.depth }
}

function namesOf(shown: Shown): readonly NamePlace[] {
  const { props, hall, picture, zoomed, view } = shown
  return placeNames({
    layout: hall.layout,
    sectionOf: sectionOfEach(props.orbs, hall.layout),
    seen: onScreen(picture, zoomed),
    screen: props.around,
    see: (point) => seenAt(shown, point),
    unitAt: (depth) => (view.focal / depth) * zoomed.scale,
  })
}

function labelsOf(shown: Shown, names: readonly NamePlace[]): readonly ChosenLabel[] {
  const { props, hall, picture, zoomed } = shown
  const { orbs, now, selected, around } = props
  return chooseLabels({
    orbs,
    priorities: prioritiesOf(orbs),
    seen: onScreen(picture, zoomed),
    screen: around,
    taken: names.filter(({ isSeen }) => isSeen),
    lines: linesToAvoid(orbs, hall.layout).map(({ points, weight }) => ({
      points: points.map((point) => seenAt(shown, point)),
      weight,
    })),
    now,
    chosen: new Set(orbs.flatMap(({ id }, i) => (id === selected ? [i] : []))),
    shownBefore: new Set(),
    attentionOf: attentionFor(props, hall.layout),
    sizeOf: textSize,
  })
}

/** A selected stack fills the free part of the screen; without a selection all is seen. */
function stackZoom(
  { selected, insets, around }: FlatProps,
  { layout }: KeptHall,
  { orbs }: FlatPicture,
): Zoomed {
  const stack = selected === null ? undefined : layout.places.get(selected)?.stack
  if (stack === undefined) return WHOLE
  const members = orbs.filter(({ id }) => layout.places.get(id)!.stack === stack)
  const area = {
    left: Math.min(...members.map(({ x, radius }) => x - radius * 2)),
    right: Math.max(...members.map(({ x, radius }) => x + radius * 2)),
    top: Math.min(...members.map(({ y, radius }) => y - radius * 2)),
    bottom: Math.max(...members.map(({ y, radius }) => y + radius * 2)),
  }
  const free = {
    left: insets.left + 40,
    right: around.width - insets.right - Math.min(140, around.width / 4),
    top: insets.top + 50,
    bottom: around.height - insets.bottom - 50,
  }
  return zoomTo(area, free, Math.max(1, 30 / Math.max(...members.map(({ radius }) => radius))))
}

interface Gesturing {
  readonly props: FlatProps
  readonly picture: FlatPicture
  readonly zoomed: Zoomed
  readonly setZoomed: (change: (before: Zoomed) => Zoomed) => void
}

function useGestures(host: HTMLElement, gesturing: Gesturing): void {
  const latest = useRef(gesturing)
  latest.current = gesturing
  useEffect(() => {
    const pan = (dx: number, dy: number): void =>
      latest.current.setZoomed((before) => panFlat(before, dx, dy))
    return listenToGestures(host, {
      drag: pan,
      pan,
      zoom: (by, x, y) => latest.current.setZoomed((before) => zoomFlat(before, 1 / by, { x, y })),
      click: (x, y, isTouch) =>
        latest.current.props.onSelect(orbAt(latest.current, x, y, isTouch ? 14 : 5)),
      doubleClick: (x, y) => {
        const orb = orbAt(latest.current, x, y, 5)
        if (orb !== null) latest.current.props.onOpen(orb)
      },
      hover: (at) => {
        host.style.cursor =
          at !== null && orbAt(latest.current, at.x, at.y, 4) !== null ? 'pointer' : ''
      },
    })
  }, [host])
}

/** The last one drawn of those near enough. */
function orbAt({ picture, zoomed }: Gesturing, x: number, y: number, reach: number): string | null {
  const at = { x: (x - zoomed.x) / zoomed.scale, y: (y - zoomed.y) / zoomed.scale }
  const index = picture.drawOrder.findLast((i) => {
    const orb = picture.orbs[i]!
    return Math.hypot(orb.x - at.x, orb.y - at.y) <= orb.radius * 1.15 + reach / zoomed.scale
  })
  return index === undefined ? null : picture.orbs[index]!.id
}
