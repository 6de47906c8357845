/** The repository that a run works on, in which our calls of git use the settings from before the run. */
import type { Run } from '../../core/run/run.ts'
import type { Repository } from '../../git/call/repository.ts'
import { asBefore } from '../../git/keep/settings-before.ts'
import { mustFindRepository } from './must-find-repository.ts'

/** home: the `.conductor` folder. Throws a Complaint when the repository cannot be read. */
export async function repositoryOfRun(
  { id, settings: { directory } }: Run,
  home: string,
): Promise<Repository> {
  const repository = await mustFindRepository(directory, `${directory} cannot be read`)
  return asBefore(repository, home, id)
}
