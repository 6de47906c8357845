/** Sends an answer once: buttons pressed while an answer is under way do nothing. */
import { useRef, useState } from 'react'

export interface OneAtATime {
  readonly isBusy: boolean
  once(ask: () => Promise<boolean>): void
}

/** onDone: called when the answer was accepted. */
export function useOneAtATime(onDone: () => void): OneAtATime {
  const [isBusy, setBusy] = useState(false)
  const isUnderWay = useRef(false)
  const answer = async (ask: () => Promise<boolean>): Promise<void> => {
    isUnderWay.current = true
    setBusy(true)
    try {
      if (await ask()) onDone()
    } finally {
      isUnderWay.current = false
      setBusy(false)
    }
  }
  return {
    isBusy,
    once(ask) {
      if (!isUnderWay.current) void answer(ask)
    },
  }
}
