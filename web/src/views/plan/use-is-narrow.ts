/** Whether the screen is too narrow for things side by side. */
import { useSyncExternalStore } from 'react'

const NARROW = matchMedia('(width < 48rem)')

export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, () => NARROW.matches)

function subscribe(listener: () => void): () => void {
  NARROW.addEventListener('change', listener)
  return () => NARROW.removeEventListener('change', listener)
}
