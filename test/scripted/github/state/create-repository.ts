/** Makes a repository of our GitHub, with its bare git repository and its first commit. */
import { join } from 'node:path'
import {
  branchesOf,
  commitFiles,
  createBareRepository,
  protectBranches,
} from '../git/bare-repository.ts'
import type { RepositoryOptions } from '../options.ts'
import { fullName, type Repository } from './model.ts'
import { accountOf, type World } from './world.ts'

export async function createRepository(
  world: World,
  below: string,
  options: RepositoryOptions,
): Promise<Repository> {
  const repository = newRepository(world, below, options)
  const { folder, defaultBranch, protectedBranches } = repository
  await createBareRepository(folder, defaultBranch)
  const files = options.files ?? { 'README.md': '# shop\n' }
  const by = { name: 'ann', email: 'ann@users.noreply.github.com' }
  await commitFiles(folder, defaultBranch, files, { ...by, message: 'First', from: undefined })
  await protectBranches(folder, protectedBranches)
  repository.branches = await branchesOf(folder)
  world.repositories.set(fullName(repository).toLowerCase(), repository)
  return repository
}

function newRepository(world: World, below: string, options: RepositoryOptions): Repository {
  const { owner = 'acme', name = 'shop', defaultBranch = 'main' } = options
  return {
    id: world.nextId(),
    owner: accountOf(world, owner, 'Organization'),
    name,
    folder: join(below, owner, `${name}.git`),
    isPrivate: options.isPrivate ?? true,
    defaultBranch,
    deleteBranchOnMerge: options.deleteBranchOnMerge ?? false,
    requiredReviews: options.requiredReviews ?? 0,
    requiredChecks: options.requiredChecks ?? [],
    protectedBranches: options.protectedBranches ?? [],
    collaborators: new Set(options.collaborators?.map((login) => login.toLowerCase())),
    labels: new Map(),
    conversations: new Map(),
    checkRuns: [],
    statuses: [],
    branches: new Map(),
    pushedBy: new Map(),
    createdAt: world.now(),
    pushedAt: world.now(),
  }
}
