/** The question before a start: what will be done and spent. The answer is kept for the next start. */
import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { StartWish } from '../../act/new-work.ts'
import { Refused } from '../../data/api/client.ts'
import { readOffer, type StartOffer } from '../../data/api/start.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { say } from '../../parts/toasts.tsx'
import { choiceOf, typedStart, type TypedStart } from './typed-start.ts'
import { StartForm } from './start-form.tsx'
import { startRun } from './start-run.ts'

interface StartDialogProps {
  readonly wish: StartWish
  readonly onClose: () => void
}

export default function StartDialog({ wish, onClose }: StartDialogProps) {
  const [offer, setOffer] = useState<StartOffer | null>(null)
  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    void begin()
    async function begin(): Promise<void> {
      const current = await offerHere()
      if (current === null) return onClose()
      if (current.remembered?.ask !== false || wish.mustAsk) return setOffer(current)
      onClose()
      await startRun(current.remembered, wish)
    }
  }, [])
  return offer === null ? null : <Asked offer={offer} wish={wish} onClose={onClose} />
}

/** null: the user was told why there is none. */
async function offerHere(): Promise<StartOffer | null> {
  try {
    return await readOffer(null)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    say(error.message, { kind: 'refused', hint: error.hint })
    return null
  }
}

interface AskedProps extends StartDialogProps {
  readonly offer: StartOffer
}

function Asked({ offer, wish, onClose }: AskedProps) {
  const [typed, setTyped] = useState(() => typedStart(offer))
  const [shown, setShown] = useState(offer)
  const [isBusy, setBusy] = useState(false)
  useOfferFor(typed, setShown)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    const isStarted = await startRun(choiceOf(typed), wish)
    if (isStarted) onClose()
    else setBusy(false)
  }
  return (
    <Dialog title="Start this plan?" onClose={onClose}>
      <StartForm
        offer={shown}
        typed={typed}
        isBusy={isBusy}
        change={(change) => setTyped({ ...typed, ...change })}
        onSubmit={(event) => void submit(event)}
        onClose={onClose}
      />
    </Dialog>
  )
}

const PAUSE = 250

/** More agents take less time: the times are asked again when their number changes. */
function useOfferFor({ parallel }: TypedStart, show: (offer: StartOffer) => void): void {
  const isFirst = useRef(true)
  useEffect(() => {
    if (isFirst.current || !/^[1-9]\d{0,2}$/.test(parallel)) return void (isFirst.current = false)
    const stop = new AbortController()
    const timer = setTimeout(
      () => void readOffer(Number(parallel), stop.signal).then(show, () => {}),
      PAUSE,
    )
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [parallel])
}
