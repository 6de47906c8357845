/** The connection to a repository on GitHub: finds the token, loads Octokit when it is needed, and turns every failure into a problem. */
import type { Octokit } from '@octokit/core'
import {
  isTooEarly,
  type ForgeAnswer,
  type ForgeProblem,
} from '../../../core/forge/forge-problem.ts'
import type { GithubPlace } from '../../../core/workspace/github-remote.ts'
import type { Aim } from './aim.ts'
import type { Patience } from './github-client.ts'
import { githubToken } from './github-token.ts'
import { NO_TOKEN, problemOf } from './say-problem.ts'

export interface GithubOptions {
  readonly clock?: () => number
  /** By default the pauses that the site asks for. */
  readonly patience?: Patience
}

/** A repository and its client. */
export interface Github {
  readonly octokit: Octokit
  /** Parameters of every request. */
  readonly repository: { readonly owner: string; readonly repo: string }
  readonly closing: AbortSignal
}

export interface Connection {
  /** work: may reject with errors of Octokit, or with OddAnswer. */
  ask<Value>(aim: Aim, work: (github: Github) => Promise<Value>): Promise<ForgeAnswer<Value>>
  [Symbol.dispose](): void
}

export function connectTo(place: GithubPlace, options: GithubOptions): Connection {
  const { site, owner, name } = place
  const { clock = Date.now } = options
  const closing = new AbortController()
  let github: Promise<Github | null> | null = null
  /** The last limit that was met: until its time nothing is asked. */
  let limit: ForgeProblem | null = null

  return {
    async ask(aim, work) {
      if (limit !== null && isTooEarly(limit, clock())) return { ok: false, problem: limit }
      try {
        github ??= connect()
        const connected = await github
        if (connected === null) return forget(NO_TOKEN)
        return { ok: true, value: await work(connected) }
      } catch (error) {
        return forget(
          problemOf(error, { repository: `${owner}/${name}`, api: site.api, aim, now: clock() }),
        )
      }
    },
    [Symbol.dispose]: () => closing.abort(),
  }

  /** null: there is no token. */
  async function connect(): Promise<Github | null> {
    const token = await githubToken(site.host)
    if (token === null) return null
    // Octokit is only loaded when there is a token.
    const { githubClient, patienceWith } = await import('./github-client.ts')
    const patience = options.patience ?? patienceWith(site)
    const octokit = githubClient({ site, token, closing: closing.signal, patience })
    return { octokit, repository: { owner, repo: name }, closing: closing.signal }
  }

  /** Forgets a token that was refused, because the user may log in again while Conductor runs. */
  function forget(problem: ReturnType<typeof problemOf>): ForgeAnswer<never> {
    if (problem.is === 'no-token') github = null
    const { is, message, hint, notBefore } = problem
    if (notBefore !== null) limit = { is, message, hint, notBefore }
    return { ok: false, problem: { is, message, hint, notBefore } }
  }
}
