/** Publishes beside a run: after each change of its work, and from time to time, one round after another. */
import type { ForgeAnswer } from '../../core/forge/forge-problem.ts'
import type { Event } from '../../core/run/event.ts'
import type { Run } from '../../core/run/run.ts'
import { noteProblem, publishAndLook } from './publish-lanes.ts'
import type { PublishPorts } from './publish-round.ts'

/** Where a run publishes. */
export interface Publisher {
  /** Tried again in each round until it succeeds: a remote that is gone is no reason to stop the run. */
  open(): Promise<ForgeAnswer<Pick<PublishPorts, 'forge' | 'git'>>>
  /** Seconds after which the forge is looked at again without a reason. */
  readonly everySeconds: number
}

export interface Publishing {
  goOn(events: readonly Event[]): void
  /** A round is under way or due: the run does not end before it. */
  isBusy(): boolean
  /** Resolves when nothing is under way any more. */
  rest(): Promise<void>
  close(): void
}

/** Events after which a branch may have to be pushed, or a pull request changed. */
const REASONS: ReadonlySet<Event['type']> = new Set([
  'coordinator-started',
  'attempt-ended',
  'landing-queued',
  'work-resealed',
  'review-needed',
  'task-landed',
  'target-moved',
])

export function publishBeside(
  run: Run,
  { open, everySeconds }: Publisher,
  { tell, now }: Pick<PublishPorts, 'tell' | 'now'>,
): Publishing {
  let isDue = false
  const closing = new AbortController()
  let under: Promise<void> | null = null
  const timer = setInterval(() => start(), everySeconds * 1000).unref()

  return {
    goOn(events) {
      if (events.some(({ type }) => REASONS.has(type)) && !run.stopping) start()
    },
    isBusy: () => under !== null,
    rest: async () => void (await under),
    close() {
      closing.abort()
      clearInterval(timer)
    },
  }

  function start(): void {
    isDue = true
    under ??= rounds()
      .catch((error: unknown) =>
        tell(() => [
          { type: 'noticed', about: null, what: `nothing was published: ${String(error)}` },
        ]),
      )
      .finally(() => {
        under = null
        // The loop looks again whether the run can end.
        void tell(() => [])
      })
  }

  async function rounds(): Promise<void> {
    while (isDue && !closing.signal.aborted && !run.stopping) {
      isDue = false
      const place = await open()
      if (!place.ok) return noteProblem(run, place.problem, tell)
      await publishAndLook(run, { ...place.value, tell, now }, { answers: true })
    }
  }
}
