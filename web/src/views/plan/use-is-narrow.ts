/** Whether the screen is too narrow for two columns. */
import { useSyncExternalStore } from 'react'

const NARROW = matchMedia('(width < 48rem)')

export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, () => NARROW.matches)

function subscribe(listener: () => void): () => void {
  NARROW.addEventListener('change', listener)
  return () => NARROW.removeEventListener('change', listener)
}
