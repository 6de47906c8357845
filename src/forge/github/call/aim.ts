/** What a request to GitHub is for, in words for people, and the permissions that it needs. */

export interface Aim {
  /** Completes the sentence "The token may not ...". */
  readonly does: string
  /** Named as on the page where GitHub makes tokens. */
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
