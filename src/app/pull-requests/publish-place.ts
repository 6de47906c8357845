/** Where a run publishes: the remote, the branch that pull requests go into, the forge. */
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Forge, PublishGit } from '../../conduct/forge-ports.ts'
import type { Config } from '../../config/config.ts'
import type { ForgeAnswer } from '../../core/forge/forge-problem.ts'
import type { PullRequestSettings } from '../../core/forge/lane-pull.ts'
import { missingBase } from '../../core/forge/publishing-refused.ts'
import { remoteOf } from '../../core/take/take-choices.ts'
import { githubSites, issuesElsewhere } from '../../core/workspace/github-remote.ts'
import { githubToken } from '../../forge/github/call/github-token.ts'
import { openForge } from '../../forge/open-forge.ts'
import { remotesIn } from '../../git/call/remotes.ts'
import { mustGit, runGit } from '../../git/call/git-command.ts'
import { findRepository, type Repository } from '../../git/call/repository.ts'
import { openPublishGit } from '../../git/publish/publish-git.ts'
import { inHome } from '../../core/value/home-paths.ts'
import type { Run } from '../../core/run/run.ts'
import { Complaint } from '../console/complain.ts'
import { configOfRun } from '../place/config-of-run.ts'
import { mustFindRepository } from '../place/must-find-repository.ts'
import type { Workspace } from '../place/workspace.ts'

export interface PublishPlace extends Disposable {
  readonly remote: string
  readonly git: PublishGit
  readonly forge: Forge
  /** The repository of the issues as owner/name, if it is not that of the pull requests. */
  readonly issuesOf: string | null
}

/** Throws a Complaint when the repository has no such remote, or its forge cannot be used. */
export async function mustOpenPublishPlace(
  ...where: Parameters<typeof openPublishPlace>
): Promise<PublishPlace> {
  const place = await openPublishPlace(...where)
  if (!place.ok) throw new Complaint(place.problem.message, place.problem.hint)
  return place.value
}

/** Where a run publishes that has published before. Throws a Complaint. */
export async function placeOfRun(run: Run, workspace: Workspace): Promise<PublishPlace> {
  const { directory } = run.settings
  const repository = await mustFindRepository(directory, `${directory} cannot be read`)
  const { config } = await configOfRun(run, workspace)
  const wanted = { ...config.pullRequests, remote: run.publishing!.remote }
  return mustOpenPublishPlace(repository, workspace.home, wanted)
}

export async function openPublishPlace(
  repository: Repository,
  home: string,
  { remote: wanted, forge: choice }: Pick<Config['pullRequests'], 'remote' | 'forge'>,
): Promise<ForgeAnswer<PublishPlace>> {
  const all = remotesIn(await mustGit(['remote', '--verbose'], { in: repository.root }))
  const chosen = remoteOf({ remotes: all.map(({ name }) => name) }, wanted)
  if (!chosen.ok)
    return noRemote(
      wanted,
      all.map(({ name }) => name),
    )
  const remote = all.find(({ name }) => name === chosen.remote)!
  const sites = githubSites(process.env)
  const git = openPublishGit(repository, {
    remote: remote.name,
    scratch: inHome(home, 'publishing'),
    credentials: () => tokenFor(remote.address, sites),
  })
  const opened = openForge({ choice, remote, sites, home, git })
  if (!opened.ok) return opened
  const forge = opened.value
  const dispose = (): void => forge[Symbol.dispose]()
  const issuesOf = issuesElsewhere(all, remote, sites)
  const value = { remote: remote.name, git, forge, issuesOf, [Symbol.dispose]: dispose }
  return { ok: true, value }
}

function noRemote(wanted: string | null, remotes: readonly string[]): ForgeAnswer<never> {
  const words =
    remotes.length === 0
      ? {
          message: 'this repository has no remote, so nothing can be published',
          hint: 'add one: git remote add origin <address>',
        }
      : {
          message: `there is no remote \`${wanted ?? 'origin'}\``,
          hint: `name one with pull_requests.remote: ${remotes.join(', ')}`,
        }
  return { ok: false, problem: { is: 'not-found', ...words, notBefore: null } }
}

/** The token for the API also pushes over https; it is only sent to the site that it belongs to. */
async function tokenFor(address: string, sites: ReturnType<typeof githubSites>) {
  const host = /^https?:\/\/(?:[^@/]*@)?([^:/]+)/i.exec(address)?.[1]?.toLowerCase()
  const site = sites.find((each) => each.host === host)
  const password = site === undefined ? null : await githubToken(site.host)
  return password === null ? null : { username: 'x-access-token', password }
}

/** The settings of a run that begins to publish now. */
export async function settingsToPublish(
  directory: string,
  home: string,
  config: Pick<Config, 'pullRequests' | 'worktrees'>,
): Promise<PullRequestSettings> {
  const lookup = await findRepository(directory)
  if (!lookup.ok) throw new Complaint(`${directory} is not a git repository with a commit`)
  const { repository, branch: from } = lookup
  using place = await mustOpenPublishPlace(repository, home, config.pullRequests)
  const settings = await publishSettings(config, { repository, from, place })
  await refuseMissingBase(settings, place)
  return settings
}

/** A remote that cannot be reached now is no reason to refuse: what is done meanwhile is published later. */
async function refuseMissingBase(
  settings: PullRequestSettings,
  { git }: Pick<PublishPlace, 'git'>,
): Promise<void> {
  const heads = await git.fetch([settings.into])
  if (!heads.ok || heads.value.has(settings.into)) return
  const { message, hint } = missingBase(settings)
  throw new Complaint(message, hint)
}

/** The settings as the run records them; remote and branch are filled in where the settings do not name them. */
async function publishSettings(
  config: Pick<Config, 'pullRequests' | 'worktrees'>,
  { repository, from, place }: PlaceOfRun,
): Promise<PullRequestSettings> {
  const { labels, reviewers, rounds, listenTo, template, into } = config.pullRequests
  return {
    remote: place.remote,
    prefix: config.worktrees.branchPrefix,
    into: into ?? (await usualBase(repository, from, place)),
    ...(place.issuesOf === null ? {} : { issuesOf: place.issuesOf }),
    labels,
    reviewers,
    rounds,
    listensTo: listenTo,
    template: template === null ? null : await textIn(resolve(repository.root, template), template),
  }
}

interface PlaceOfRun {
  readonly repository: Repository
  /** The branch that is checked out by the user; null: no branch is. */
  readonly from: string | null
  readonly place: Pick<PublishPlace, 'remote' | 'git' | 'issuesOf'>
}

async function textIn(path: string, shown: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch {
    throw new Complaint(
      `the template ${shown} for pull requests cannot be read`,
      'correct pull_requests.template, a path relative to the top of the repository',
    )
  }
}

/** Without the network this is the branch that is checked out by the user. Publishing reports it if the remote has no such branch. */
async function usualBase(
  repository: Repository,
  from: string | null,
  { remote, git }: PlaceOfRun['place'],
): Promise<string> {
  const heads = from === null ? null : await git.fetch([from])
  if (from !== null && (heads?.ok !== true || heads.value.has(from))) return from
  const here = { in: repository.root }
  const recorded = await runGit(['symbolic-ref', '--short', `refs/remotes/${remote}/HEAD`], here)
  if (recorded !== null) return recorded.trim().slice(remote.length + 1)
  const told = await runGit(['ls-remote', '--symref', remote, 'HEAD'], here)
  return /^ref: refs\/heads\/(\S+)\tHEAD/m.exec(told ?? '')?.[1] ?? from ?? 'main'
}
