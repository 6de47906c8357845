/** The name of a repository on the forge it was cloned from. */
import { runGit } from './git-command.ts'

/** owner/name; null: there is no remote called origin, or its address does not contain it. */
export async function originOf(folder: string): Promise<string | null> {
  return nameIn((await runGit(['remote', 'get-url', 'origin'], { in: folder })) ?? '')
}

/**
 * The last two parts of `git@host:owner/name.git` or `https://host/group/owner/name`. The path of a folder
 * is no forge.
 */
export function nameIn(address: string): string | null {
  const pattern = /^(?:[a-z+]+:\/\/[^/]+\/|[^/:\s]+:)(?:.*\/)?([\w.-]+\/[\w.-]+?)(?:\.git)?\/?\s*$/i
  return address.startsWith('file:') ? null : (pattern.exec(address)?.[1] ?? null)
}
