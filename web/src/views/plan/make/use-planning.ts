/** Follows a plan that the server makes: looks at it twice a second until it is ready, has failed or was cancelled. */
import { useEffect, useRef, useState } from 'react'
import { tellPlanWritten } from '../../../act/use-plan-file.ts'
import { Refused } from '../../../data/api/client.ts'
import {
  cancelPlanning,
  isMaking,
  readPlanning,
  startPlanning,
  type Planning,
  type Wish,
} from '../../../data/api/planning.ts'

export interface Trouble {
  readonly message: string
  readonly hint: string | null
}

type Stage =
  /** The server has not answered yet whether a plan is being made. */
  | { readonly is: 'looking' }
  | { readonly is: 'asking'; readonly trouble: Trouble | null }
  | { readonly is: 'making'; readonly planning: Planning; readonly trouble: Trouble | null }
  | { readonly is: 'ready'; readonly planning: Planning }
  | { readonly is: 'failed'; readonly planning: Planning; readonly trouble: Trouble }

export interface PlanningControl {
  readonly stage: Stage
  /** Whether the user has cancelled it; it ends in a moment. */
  readonly isStopping: boolean
  start(wish: Wish): Promise<void>
  cancel(): void
  /** Back to the form. */
  askAgain(): void
}

const EVERY = 500

/** Whether this page has shown a plan in the making, and not its end: the end is shown when the dialog opens again. */
let isFollowed = false

export function usePlanning(): PlanningControl {
  const [stage, setStage] = useState<Stage>({ is: 'looking' })
  const [isStopping, setStopping] = useState(false)
  const stopping = useRef(false)
  const stop = (is: boolean): void => {
    stopping.current = is
    setStopping(is)
  }
  const isUnderWay = stage.is === 'looking' || stage.is === 'making'
  useEffect(() => {
    if (!isUnderWay) return
    return lookOften(async () => {
      const next = await nextStage(() => stopping.current)
      return (before) => (next.is === 'lost' ? lost(before, next.trouble) : next)
    }, setStage)
  }, [isUnderWay])
  useEffect(() => {
    if (stage.is === 'ready' || stage.is === 'failed') isFollowed = false
  }, [stage.is])
  return {
    stage,
    isStopping,
    async start(wish) {
      stop(false)
      isFollowed = true
      try {
        const planning = await startPlanning(wish)
        setStage({ is: 'making', planning, trouble: null })
      } catch (error) {
        isFollowed = false
        setStage({ is: 'asking', trouble: troubleIn(error) })
      }
    },
    cancel() {
      stop(true)
      cancelPlanning().catch(() => stop(false))
    },
    askAgain: () => setStage({ is: 'asking', trouble: null }),
  }
}

type Change = (before: Stage) => Stage

/** One look after another, the next one a moment after the answer. Returns how to stop. */
function lookOften(look: () => Promise<Change>, change: (how: Change) => void): () => void {
  let isHere = true
  let timer: ReturnType<typeof setTimeout> | undefined
  const again = async (): Promise<void> => {
    const how = await look()
    if (!isHere) return
    change(how)
    timer = setTimeout(() => void again(), EVERY)
  }
  void again()
  return () => {
    isHere = false
    clearTimeout(timer)
  }
}

type Looked = Stage | { readonly is: 'lost'; readonly trouble: Trouble }

async function nextStage(isStopped: () => boolean): Promise<Looked> {
  try {
    return stageOf(await readPlanning(), isStopped())
  } catch (error) {
    return { is: 'lost', trouble: troubleIn(error) }
  }
}

function stageOf(planning: Planning | null, isStopped: boolean): Stage {
  const wasFollowed = isFollowed
  isFollowed = planning !== null && (wasFollowed || isMaking(planning))
  if (planning === null) return { is: 'asking', trouble: wasFollowed ? STARTED_ANEW : null }
  if (isMaking(planning)) return { is: 'making', planning, trouble: null }
  if (!wasFollowed) return { is: 'asking', trouble: null }
  if (planning.state === 'ready') {
    tellPlanWritten()
    return { is: 'ready', planning }
  }
  if (!isStopped) return { is: 'failed', planning, trouble: planning.problem ?? NO_REASON }
  isFollowed = false
  return { is: 'asking', trouble: CANCELLED }
}

/** The server may come back, so a plan that was seen in the making stays on the page. */
const lost = (before: Stage, trouble: Trouble): Stage =>
  before.is === 'making' ? { ...before, trouble } : { is: 'asking', trouble }

function troubleIn(error: unknown): Trouble {
  if (error instanceof Refused) return { message: error.message, hint: error.hint }
  throw error
}

const CANCELLED: Trouble = { message: 'Cancelled: nothing was written.', hint: null }

const STARTED_ANEW: Trouble = {
  message: 'The server was restarted, and the plan that it was making is lost.',
  hint: null,
}

const NO_REASON: Trouble = { message: 'No reason was given.', hint: null }
