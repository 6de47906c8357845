/** What a push of the token under test must never do: touch the default branch, overwrite what a person pushed, remove the branch of an open pull request. */
import { isAncestor } from '../git/bare-repository.ts'
import { fullName, type Repository } from '../state/model.ts'
import type { Token, World } from '../state/world.ts'
import type { Followed, MovedBranch } from './follow-refs.ts'

export async function noteViolations(
  world: World,
  repository: Repository,
  token: Token | null,
  { moved, closed }: Followed,
): Promise<void> {
  if (token?.isUnderTest === true) {
    const wrong = [
      ...(await Promise.all(moved.map((move) => violationOf(repository, token.login, move)))),
      ...closed.map(({ number }) => `closed #${number} by a push`),
    ].filter((one) => one !== null)
    const where = `(${fullName(repository)})`
    world.violations.push(...wrong.map((one) => `The token under test ${one} ${where}.`))
  }
  if (token !== null) for (const { branch } of moved) repository.pushedBy.set(branch, token.login)
}

async function violationOf(
  { folder, pushedBy, defaultBranch }: Repository,
  login: string,
  { branch, old, new: young }: MovedBranch,
): Promise<string | null> {
  const pusher = pushedBy.get(branch) ?? login
  if (branch === defaultBranch) return `pushed to ${branch}`
  if (pusher === login || old === null) return null
  if (young === null) return `removed ${branch}, which ${pusher} pushed`
  const isKept = await isAncestor(folder, old, young)
  return isKept ? null : `overwrote what ${pusher} pushed to ${branch}`
}
