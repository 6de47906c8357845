/** Runs git against a remote. Git never asks for a password, and gets a token only through its environment. */
import { askGit, runGit, type GitEnd } from '../call/git-command.ts'
import type { Repository } from '../call/repository.ts'
import { problemIn } from './say-remote.ts'

interface Credentials {
  readonly username: string
  readonly password: string
}

export interface RemoteOptions {
  readonly repository: Repository
  /** The name or the URL of a remote. */
  readonly remote: string
  /** Used for an https remote that refuses the credentials of the user; null: there are no others. */
  readonly credentials?: () => Promise<Credentials | null>
  readonly signal?: AbortSignal
}

export interface RemoteCall {
  /** Calls git with the user's own credentials, and again with ours if the remote refuses those. */
  (args: readonly string[], longest: number): Promise<GitEnd>
}

export function openRemoteCalls(options: RemoteOptions): RemoteCall {
  const { repository, remote, credentials } = options
  /** Our credentials have worked, so the next call uses them at once. */
  let areOursUsed = false
  const ask = (args: readonly string[], longest: number, environment: Environment) => {
    const patience = AbortSignal.timeout(longest)
    const signal = options.signal ? AbortSignal.any([patience, options.signal]) : patience
    return askGit([...STEADY, ...args], { in: repository.root, environment, signal })
  }
  return async (args, longest) => {
    const quietly = await unasked(repository)
    const first = areOursUsed ? null : await ask(args, longest, quietly)
    if (first !== null && (first.code === 0 || problemIn(first, remote).is !== 'no-token'))
      return first
    const ours = (await credentials?.()) ?? null
    const address = ours === null ? null : await safeAddress(repository, remote)
    if (ours === null || address === null) {
      areOursUsed = false
      return first ?? ask(args, longest, quietly)
    }
    const end = await ask(args, longest, { ...quietly, ...handedOver(ours, address) })
    areOursUsed = end.code === 0 || problemIn(end, remote).is !== 'no-token'
    return end
  }
}

type Environment = Readonly<Record<string, string>>

/** Git gives up after a minute without data. */
export const STEADY = ['http.lowSpeedLimit=1', 'http.lowSpeedTime=60'].flatMap((one) => ['-c', one])

/** Leaves ssh as it is if the user has configured it. */
async function unasked({ root }: Repository): Promise<Environment> {
  const quiet = { SSH_ASKPASS: '', SSH_ASKPASS_REQUIRE: 'never', GCM_INTERACTIVE: 'never' }
  const isSet =
    process.env['GIT_SSH_COMMAND'] !== undefined ||
    process.env['GIT_SSH'] !== undefined ||
    (await runGit(['config', 'core.sshCommand'], { in: root })) !== null
  if (isSet) return quiet
  return { ...quiet, GIT_SSH_COMMAND: 'ssh -o BatchMode=yes -o ConnectTimeout=15' }
}

/** The URL that may get a token: https, or http on this machine. null: the remote may get no token. */
async function safeAddress({ root }: Repository, remote: string): Promise<string | null> {
  const address = (await runGit(['ls-remote', '--get-url', remote], { in: root }))?.trim() ?? ''
  if (!URL.canParse(address)) return null
  const { protocol, host, hostname } = new URL(address)
  const isHere = hostname === '127.0.0.1' || hostname === 'localhost' || hostname === '[::1]'
  return protocol === 'https:' || (protocol === 'http:' && isHere) ? `${protocol}//${host}` : null
}

/**
 * The credentials are only for this host, so a redirect to another host gets none. The empty helper disables the
 * credential helpers of the user, which the remote has refused.
 */
function handedOver({ username, password }: Credentials, address: string): Environment {
  const key = `credential.${address}.helper`
  return {
    ...settings([
      ['credential.helper', ''],
      [key, ''],
      [key, HELPER],
    ]),
    CONDUCTOR_GIT_USERNAME: username,
    CONDUCTOR_GIT_PASSWORD: password,
  }
}

const HELPER =
  '!f() { test "$1" = get && printf "username=%s\\npassword=%s\\n" "$CONDUCTOR_GIT_USERNAME" "$CONDUCTOR_GIT_PASSWORD"; }; f'

/** Git settings for one process, added to those in our own environment. */
function settings(pairs: readonly (readonly [string, string])[]): Environment {
  const before = Number(process.env['GIT_CONFIG_COUNT'] ?? 0) || 0
  const entries = pairs.flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${before + at}`, key],
    [`GIT_CONFIG_VALUE_${before + at}`, value],
  ])
  return { ...Object.fromEntries(entries), GIT_CONFIG_COUNT: String(before + pairs.length) }
}
