/** Says in plain sentences why a remote failed, from the output of git. */
import type { ForgeProblem } from '../../core/forge/forge-problem.ts'
import type { GitEnd } from '../call/git-command.ts'

type Kind = ForgeProblem['is']

interface Sign {
  readonly is: Kind
  readonly sign: RegExp
  readonly why: (remote: string) => string
  readonly hint: string
}

/** The first sign that matches counts. */
const SIGNS: readonly Sign[] = [
  {
    is: 'single-sign-on',
    sign: /SAML SSO|single sign-on/i,
    why: (remote) => `the organisation of ${remote} requires single sign-on for the token`,
    hint: 'Authorise the token for the organisation on its page, then sync again.',
  },
  {
    is: 'refused',
    sign: /protected branch|GH006|GH013|rule violations/i,
    why: (remote) => `${remote} has a protection rule for the branch`,
    hint: 'Allow pushes to the branches of Conductor in the rules of the repository, then sync again.',
  },
  {
    is: 'refused',
    sign: /hook declined|\[remote rejected\]/i,
    why: (remote) => `${remote} declined the push`,
    hint: 'Read its message. Your work is unchanged here, and Conductor pushes again at the next sync.',
  },
  {
    is: 'fault',
    sign: /returned error: 5\d\d|HTTP 5\d\d|Internal Server Error|unpack failed|\[remote failure\]/i,
    why: (remote) => `${remote} has an internal error`,
    hint: 'Conductor tries again at the next sync.',
  },
  {
    is: 'rate-limit',
    sign: /returned error: 429|rate limit/i,
    why: (remote) => `${remote} has reached its rate limit`,
    hint: 'Conductor tries again at the next sync.',
  },
  {
    is: 'no-token',
    sign: /Host key verification failed/i,
    why: (remote) => `ssh does not know the host key of ${remote}`,
    hint: 'Connect once by hand (`git fetch`) and confirm the key.',
  },
  {
    is: 'rights',
    sign: /returned error: 403|Permission to .* denied|denied to |not allowed to push|You do not have permission|insufficient permission/i,
    why: (remote) => `you have no permission for this on ${remote}`,
    hint: 'Ask for permission to push, or use a token that has it.',
  },
  {
    is: 'no-token',
    sign: /Authentication failed|could not read (?:Username|Password)|terminal prompts disabled|Invalid username or (?:password|token)|returned error: 401|Permission denied \(|access denied|HTTP Basic: Access denied/i,
    why: (remote) => `you are not logged in to ${remote}`,
    hint: 'Log in (`gh auth login`, an ssh key, or GITHUB_TOKEN), then sync again.',
  },
  {
    is: 'not-found',
    sign: /repository .*not found|Repository not found|returned error: 404|does not appear to be a git repository|No such remote|no such file or directory/i,
    why: (remote) => `there is no repository at ${remote}, or you may not see it`,
    hint: 'See `git remote -v`, and whether your account may read the repository.',
  },
  {
    is: 'unreachable',
    sign: /Could not resolve|resolve hostname|Connection (?:refused|reset|timed out|closed)|Failed to connect|Couldn't connect|Network is unreachable|No route to host|Operation too slow|timed out|early EOF|hung up|unexpected disconnect|RPC failed|unable to access|The operation was aborted/i,
    why: (remote) => `${remote} cannot be reached`,
    hint: 'Local work goes on, and Conductor tries again at the next sync.',
  },
]

/** For a call of git that failed. */
export function problemIn(end: GitEnd, remote: string): ForgeProblem {
  const output = withoutSecrets(`${end.stdout}\n${end.stderr}`)
  const match = SIGNS.find(({ sign }) => sign.test(output)) ?? UNKNOWN
  const words = lastWords(output)
  const message = `${match.why(nameOf(remote))}${words === '' ? '' : `: ${words}`}`
  return { is: match.is, message, hint: match.hint, notBefore: null }
}

const UNKNOWN: Omit<Sign, 'sign'> = {
  is: 'not-understood',
  why: (remote) => `git failed on ${remote}`,
  hint: 'Try `git fetch` or `git push` by hand; they print more.',
}

export const problem = (is: Kind, message: string, hint: string): ForgeProblem => ({
  is,
  message,
  hint,
  notBefore: null,
})

/** A URL can contain a password. */
export const withoutSecrets = (text: string): string =>
  text.replaceAll(/([a-z+]+:\/\/)[^/\s']*@/gi, '$1')

const nameOf = (remote: string): string =>
  /[/:]/.test(remote) ? withoutSecrets(remote) : `the remote ${remote}`

const MOST_LINES = 3

/** The last lines of the remote or a hook, without the advice of git. */
export const lastWords = (output: string): string =>
  output
    .split('\n')
    .map((line) => line.replace(/^remote:/, '').trim())
    .filter((line) => line !== '' && !ADVICE.test(line))
    .slice(-MOST_LINES)
    .join(' ')

const ADVICE =
  /^(?:hint:|!\t|error: hook declined|To |Done$|error: failed to push|Please make sure|and the repository exists|Pushing to|=|\*|\+|Enumerating|Counting|Compressing|Writing|Total|Delta)/
