/** What needs the user in the projects beside that of this page. */
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useOtherProjects } from '../../../data/live/use-projects.ts'
import { followQueues } from './follow-queues.ts'
import type { Queue } from './queue.ts'

export function useOtherQueues(): readonly Queue[] {
  const [followed] = useState(() => followQueues())
  const waiting = useOtherProjects().filter(({ attention }) => attention > 0)
  const ids = waiting.map(({ id }) => id).join()
  // Another list of the same projects changes nothing.
  useEffect(() => followed.follow(waiting), [ids])
  useEffect(() => () => followed.follow([]), [followed])
  return useSyncExternalStore(followed.subscribe, followed.queues)
}
