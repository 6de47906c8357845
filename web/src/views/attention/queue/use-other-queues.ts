/** What needs the user in the projects beside that of this page. */
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useOtherProjects, useProjects } from '../../../data/live/use-projects.ts'
import { followQueues } from './follow-queues.ts'
import { haveCome, type Queue } from './queue.ts'

export interface OtherQueues {
  readonly queues: readonly Queue[]
  /** Some of them have not come yet, so how many things need the user is not known. */
  readonly isLoading: boolean
}

export function useOtherQueues(): OtherQueues {
  const [followed] = useState(() => followQueues())
  const waiting = useOtherProjects().filter(({ attention }) => attention > 0)
  const ids = waiting.map(({ id }) => id).join()
  // Another list of the same projects changes nothing.
  useEffect(() => followed.follow(waiting), [ids])
  useEffect(() => () => followed.follow([]), [followed])
  const isTold = useProjects() !== null
  const queues = useSyncExternalStore(followed.subscribe, followed.queues)
  return { queues, isLoading: !isTold || !haveCome(waiting, queues) }
}
