/** Loads parts of the page when they are first shown, and again if the connection broke meanwhile. */
import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

interface Loaded<Part> {
  readonly default: Part
}

/** As `lazy` of React, but a part that cannot be fetched is fetched again instead of ending the page. */
// oxlint-disable-next-line no-explicit-any -- as in React: any other type would refuse parts with properties.
export const loadWhenShown = <Part extends ComponentType<any>>(
  load: () => Promise<Loaded<Part>>,
): LazyExoticComponent<Part> => lazy(() => patiently(load))

/** For a part that can be loaded ahead: `ahead` starts that. A load that failed is repeated when the part is shown. */
// oxlint-disable-next-line no-explicit-any -- as above.
export function loadAhead<Part extends ComponentType<any>>(
  load: () => Promise<Loaded<Part>>,
): { readonly part: LazyExoticComponent<Part>; ahead(): void } {
  let loaded: Loaded<Part> | null = null
  const part = lazy(() => (loaded === null ? patiently(load) : atOnce(loaded)))
  const keep = (module: Loaded<Part>): void => void (loaded = module)
  return { part, ahead: () => void load().then(keep, () => {}) }
}

/** React also waits for a promise that is already resolved, and then shows the part up to 300 ms later. */
const atOnce = <Value>(value: Value): Promise<Value> =>
  // oxlint-disable-next-line unicorn/no-thenable -- React takes anything with `then`, and calls it at once.
  ({ then: (resolve: (value: Value) => void) => resolve(value) }) as unknown as Promise<Value>

/** Milliseconds between tries: the server may be starting again, or the network may be away for an hour. */
const FIRST_PAUSE = 300
const LONGEST_PAUSE = 5000

export async function patiently<Value>(
  load: () => Promise<Value>,
  sleep: (milliseconds: number) => Promise<void> = pause,
): Promise<Value> {
  for (let wait = FIRST_PAUSE; ; wait = Math.min(wait * 2, LONGEST_PAUSE)) {
    try {
      return await load()
    } catch (error) {
      // After an update the file is gone for good; then the page is loaded anew when its line is up again.
      if (!isNotFetched(error)) throw error
      await sleep(wait)
    }
  }
}

/** The words of Chromium, Firefox, Safari and of Vite, which loads the style of a part. */
const isNotFetched = (error: unknown): boolean =>
  /dynamically imported module|Importing a module script failed|Unable to preload/i.test(
    String(error),
  )

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))
