/** GitHub, or an Enterprise server, as a forge. It never merges, approves or closes anything. */
import type { Forge } from '../../conduct/forge-ports.ts'
import type { GithubPlace } from '../../core/workspace/github-remote.ts'
import { CHANGE_PULLS, OPEN_PULLS, READ_ISSUES, READ_LOGS, READ_PULLS } from './call/aim.ts'
import { connectTo, type GithubOptions } from './call/connection.ts'
import { allLaterFields, askIssues } from './issues/ask-issues.ts'
import { askPulls } from './pulls/ask-pulls.ts'
import { askPullsInto } from './pulls/ask-pulls-into.ts'
import { changePull } from './pulls/change-pull.ts'
import { logEnd } from './pulls/log-end.ts'
import { openPull } from './pulls/open-pull.ts'

/** The token is read before the first request, and again after GitHub has refused it. */
export function openGithub(place: GithubPlace, options: GithubOptions = {}): Forge {
  const repository = `${place.owner}/${place.name}`
  const connection = connectTo(place, options)
  const knownFields = allLaterFields()
  return {
    name: `GitHub ${repository}`,
    repository,
    issues: (wanted) =>
      connection.ask(READ_ISSUES, (github) => askIssues(github, wanted, knownFields)),
    pulls: (branches) => connection.ask(READ_PULLS, (github) => askPulls(github, branches)),
    openInto: (branches) => connection.ask(READ_PULLS, (github) => askPullsInto(github, branches)),
    open: (request) => connection.ask(OPEN_PULLS, (github) => openPull(github, request)),
    change: (number, change) =>
      connection.ask(CHANGE_PULLS, (github) => changePull(github, number, change)),
    logEnd: (log, longest) => connection.ask(READ_LOGS, (github) => logEnd(github, log, longest)),
    decide: null,
    [Symbol.dispose]: () => connection[Symbol.dispose](),
  }
}
