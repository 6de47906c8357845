/** Who looks at a node: what a token may not see is refused where it stands. */
import { Refused } from '../http/refused.ts'
import type { Right } from '../options.ts'
import type { Issue, Pull, Repository } from '../state/model.ts'
import { hasRight, type Token, type World } from '../state/world.ts'

export interface Viewer {
  readonly world: World
  readonly token: Token
  /** Nodes lead to each other in circles, so each asks for the others here. */
  readonly show: {
    readonly repository: (repository: Repository) => object
    readonly issue: (issue: Issue) => object
    readonly pull: (pull: Pull) => object
  }
}

/** Tells what needs a right to be read, or refuses it. */
export function needing<T>({ token }: Viewer, right: Right, tell: () => T): T {
  if (hasRight(token, right, 'read')) return tell()
  throw new Refused(403, { message: 'Resource not accessible by personal access token' })
}
