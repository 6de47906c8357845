/** The size of an element, the theme of the page and the user's wish for less motion, as they are now. */
import { useEffect, useLayoutEffect, useState, type RefObject } from 'react'
import type { Theme } from './look/palette.ts'
import type { StageSurroundings } from './stage/surroundings.ts'

export function useSurroundings(element: RefObject<HTMLElement | null>): StageSurroundings | null {
  const [size, setSize] = useState<{ readonly width: number; readonly height: number } | null>(null)
  const [look, setLook] = useState(lookNow)
  useLayoutEffect(() => {
    const measured = element.current!
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = measured
      if (width > 0 && height > 0)
        setSize((before) =>
          before?.width === width && before.height === height ? before : { width, height },
        )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element])
  useEffect(() => listenToLook(() => setLook(lookNow())), [])
  return size === null ? null : { ...size, ...look }
}

type Look = Pick<StageSurroundings, 'theme' | 'isStill' | 'ratio'>

const lookNow = (): Look => ({
  theme: themeNow(),
  isStill: matchMedia('(prefers-reduced-motion: reduce)').matches,
  ratio: devicePixelRatio,
})

function themeNow(): Theme {
  const chosen = document.documentElement.dataset['theme']
  if (chosen === 'light' || chosen === 'dark') return chosen
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

function listenToLook(changed: () => void): () => void {
  const asked = [
    '(prefers-color-scheme: dark)',
    '(prefers-reduced-motion: reduce)',
    `(resolution: ${devicePixelRatio}dppx)`,
  ]
  const queries = asked.map((query) => matchMedia(query))
  for (const query of queries) query.addEventListener('change', changed)
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => {
    for (const query of queries) query.removeEventListener('change', changed)
    observer.disconnect()
  }
}
