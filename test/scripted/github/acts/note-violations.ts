/** What a push of the token under test must never do: touch the default branch, overwrite what a person pushed, remove the branch of an open pull request. */
import { fullName, type Repository } from '../state/model.ts'
import type { Token, World } from '../state/world.ts'
import type { Followed, MovedBranch } from './follow-refs.ts'

export function noteViolations(
  world: World,
  repository: Repository,
  token: Token | null,
  { moved, closed }: Followed,
): void {
  if (token?.isUnderTest === true) {
    const wrong = [
      ...moved.map((move) => violationOf(repository, token.login, move)),
      ...closed.map(({ number }) => `closed #${number} by a push`),
    ].filter((one) => one !== null)
    const where = `(${fullName(repository)})`
    world.violations.push(...wrong.map((one) => `The token under test ${one} ${where}.`))
  }
  if (token !== null) for (const { branch } of moved) repository.pushedBy.set(branch, token.login)
}

function violationOf(
  { pushedBy, defaultBranch }: Repository,
  login: string,
  { branch, old, new: young, isForced }: MovedBranch,
): string | null {
  const pusher = pushedBy.get(branch) ?? login
  if (branch === defaultBranch) return `pushed to ${branch}`
  if (pusher === login || old === null) return null
  if (isForced) return `overwrote what ${pusher} pushed to ${branch}`
  return young === null ? `removed ${branch}, which ${pusher} pushed` : null
}
