/** The user's token for GitHub: from the environment, else from GitHub's own command line tool. */
import { execFile } from 'node:child_process'
import { learnSecrets } from '../../../processes/mask-output.ts'
import { ownEnvironment } from '../../../processes/own-environment.ts'

/** null: there is none. It is never written anywhere. */
export async function githubToken(host: string): Promise<string | null> {
  const token = fromEnvironment(host) ?? (await fromGh(host))
  if (token !== null) learnSecrets({ GITHUB_TOKEN: token })
  return token
}

const ANYWHERE = ['GITHUB_TOKEN', 'GH_TOKEN']
const ENTERPRISE = ['GH_ENTERPRISE_TOKEN', 'GITHUB_ENTERPRISE_TOKEN']

function fromEnvironment(host: string): string | null {
  const names = host === 'github.com' ? ANYWHERE : [...ENTERPRISE, ...ANYWHERE]
  const values = names.map((name) => process.env[name]?.trim() ?? '')
  return values.find((value) => value !== '') ?? null
}

const LONGEST_WAIT = 5000

/** null: gh is not installed, or no user is logged in there. */
const fromGh = (host: string): Promise<string | null> =>
  new Promise((resolve) => {
    const how = { env: ownEnvironment(), timeout: LONGEST_WAIT, encoding: 'utf8' } as const
    execFile('gh', ['auth', 'token', '--hostname', host], how, (error, stdout) =>
      resolve(error === null && stdout.trim() !== '' ? stdout.trim() : null),
    )
  })
