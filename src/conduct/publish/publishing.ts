/** Publishes while a run works: after each change of its work and at intervals, one round after another. */
import type { ForgeAnswer } from '../../core/forge/forge-problem.ts'
import type { Event } from '../../core/run/event.ts'
import type { Run } from '../../core/run/run.ts'
import { noteProblem } from './look-at-remote.ts'
import { publishAndLook } from './publish-lanes.ts'
import type { PublishPorts } from './publish-round.ts'

/** The remote and the forge of a run. */
export interface Publisher {
  /** Called in each round until it succeeds: the run goes on while a remote cannot be reached. */
  open(): Promise<ForgeAnswer<Pick<PublishPorts, 'forge' | 'git'>>>
  /** Seconds between two looks at the forge when the run itself does not change. */
  readonly everySeconds: number
}

export interface Publishing {
  goOn(events: readonly Event[]): void
  /** A round is under way or due. The run waits for it before it ends. */
  isBusy(): boolean
  /** Resolves when no round is under way. */
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
  // No second round while one is under way: if the remote hangs, rounds would follow one another, and the run could not end.
  const timer = setInterval(() => under === null && start(), everySeconds * 1000).unref()

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
        // Wakes the loop, which may end the run now.
        void tell(() => [])
      })
  }

  async function rounds(): Promise<void> {
    while (isDue && !closing.signal.aborted && !run.stopping) {
      isDue = false
      const place = await open()
      if (!place.ok) return noteProblem(run, place.problem, tell)
      await publishAndLook(run, { ...place.value, tell, now }, { answers: true })
      // Another round now would meet the same problem, so the timer starts the next one.
      if (run.forgeProblem !== null) return
    }
  }
}
