/** What we want from GitHub, in words for people, and the rights that it takes. */

export interface Aim {
  /** The token may not ... */
  readonly does: string
  /** As the page for tokens of GitHub calls them. */
  readonly rights: string
}

export const READ_PULLS: Aim = {
  does: 'read the pull requests of',
  rights: 'read access to pull requests, checks and commit statuses',
}
export const READ_ISSUES: Aim = {
  does: 'read the issues of',
  rights: 'read access to issues and pull requests',
}
export const OPEN_PULLS: Aim = {
  does: 'open pull requests in',
  rights: 'write access to pull requests and read access to contents',
}
export const CHANGE_PULLS: Aim = {
  does: 'change pull requests of',
  rights: 'write access to pull requests',
}
export const READ_LOGS: Aim = {
  does: 'read the logs of checks of',
  rights: 'read access to actions and checks',
}
