/** How often the board is used in this project tells whether it is worth having. */
import { useQuery } from '@tanstack/react-query'
import { sayCount } from '../../../../src/core/say/say-count.ts'
import { readBoardUse } from './run-documents.ts'

/** A project in which people used the board more often than this has a board that helps. */
const GOAL = 3

export function BoardUse({ changedBy }: { readonly changedBy: string }) {
  const used = useQuery({ queryKey: ['board-use', changedBy], queryFn: readBoardUse })
  if (used.data === undefined || used.data === 0) return null
  return (
    <p className="quiet">
      In this project the board was used {sayCount(used.data, 'time')}.{' '}
      {used.data > GOAL
        ? `The goal, more than ${GOAL}, is reached.`
        : `The goal is more than ${GOAL}.`}
    </p>
  )
}
