/** The repository a command works on, or a complaint that says what is missing. */
import { findRepository, type FoundRepository, type Repository } from '../../git/call/repository.ts'
import { Complaint } from '../console/complain.ts'

export async function mustFindRepository(folder: string, complaint: string): Promise<Repository> {
  const lookup = await findRepository(folder)
  if (lookup.ok) return lookup.repository
  throw new Complaint(complaint, WHY[lookup.why])
}

const WHY: Readonly<Record<(FoundRepository & { readonly ok: false })['why'], string>> = {
  'no-git': 'git was not found',
  'no-repository': 'this is no git repository, or git does not trust it (see safe.directory)',
  bare: 'this repository has no checkout',
  'no-commit': 'this repository has no commit yet',
}
