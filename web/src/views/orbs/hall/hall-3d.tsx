/** The hall in 3D. Three is loaded when it is first shown; everything is freed when it is left. */
import { useEffect, useImperativeHandle, useRef } from 'react'
import type { HallProps } from './hall-props.ts'
import { hallName } from './look/hall-name.ts'
import { moveNames, SectionNames } from './section-names.tsx'
import { HallStage } from './stage/hall-stage.ts'
import { useSurroundings } from './use-surroundings.ts'

const loadScene = () =>
  Promise.all([import('./draw/hall-scene.ts'), import('./draw/label-tiles.ts')])

export function Hall3d(props: HallProps) {
  const host = useRef<HTMLDivElement>(null)
  const names = useRef<HTMLDivElement>(null)
  const stage = useRef<HallStage | null>(null)
  const around = useSurroundings(host)
  const latest = useRef({ props, around })
  latest.current = { props, around }
  const isMeasured = around !== null

  useEffect(() => {
    if (!isMeasured) return
    const opened = openStage(host.current!, names.current!, () => latest.current)
    void opened.ready.then((made) => (stage.current = made))
    return () => {
      stage.current = null
      opened.close()
    }
  }, [isMeasured])
  useEffect(() => {
    host.current!.querySelector('canvas')?.setAttribute('aria-label', hallName(props))
    stage.current?.show(props)
  })
  const { width, height, ratio, theme, isStill } = around ?? {}
  useEffect(() => {
    if (latest.current.around !== null) stage.current?.surround(latest.current.around)
  }, [width, height, ratio, theme, isStill])
  useImperativeHandle(props.handle, () => ({
    fit: () => stage.current?.fit(),
    tidy: () => stage.current?.tidy(),
    zoom: (by) => stage.current?.zoom(by),
  }))
  return (
    <div className="hall" ref={host} data-mode="3d">
      <SectionNames sections={props.sections} names={names} />
    </div>
  )
}

type Latest = () => {
  readonly props: HallProps
  readonly around: ReturnType<typeof useSurroundings>
}

/** The canvas is made anew each time, because a canvas whose context has been given back cannot be used again. */
function openStage(
  host: HTMLElement,
  names: HTMLElement,
  latest: Latest,
): { readonly ready: Promise<HallStage | null>; close(): void } {
  const canvas = document.createElement('canvas')
  canvas.setAttribute('role', 'img')
  let stage: HallStage | null = null
  let isClosed = false
  const lost = (event: Event): void => event.preventDefault()
  const restored = (): void => stage?.restored()
  canvas.addEventListener('webglcontextlost', lost)
  canvas.addEventListener('webglcontextrestored', restored)
  host.prepend(canvas)

  async function open(): Promise<HallStage | null> {
    const [{ contextOf, HallScene }, { LabelTiles }] = await loadScene()
    if (isClosed) return null
    const { props, around } = latest()
    const context = contextOf(canvas)
    if (context === null) {
      props.onNoWebGl()
      return null
    }
    const style = getComputedStyle(host)
    const tiles = new LabelTiles({ sans: style.fontFamily, mono: style.getPropertyValue('--mono') })
    const onNames = (places: Parameters<typeof moveNames>[1]): void => moveNames(names, places)
    canvas.setAttribute('aria-label', hallName(props))
    stage = new HallStage(
      { element: host, scene: new HallScene(context, tiles), tiles, onNames },
      props,
      around!,
    )
    return stage
  }

  return {
    ready: open(),
    close() {
      isClosed = true
      stage?.dispose()
      canvas.removeEventListener('webglcontextlost', lost)
      canvas.removeEventListener('webglcontextrestored', restored)
      canvas.remove()
    },
  }
}
