/** The name of a repository on the forge it was cloned from. */
import { runGit } from './git-command.ts'

/** owner/name; null: there is no remote called origin, or its address does not say. */
export async function originOf(folder: string): Promise<string | null> {
  return nameIn((await runGit(['remote', 'get-url', 'origin'], { in: folder })) ?? '')
}

/** `git@host:owner/name.git`, `https://host/group/owner/name`: the last two parts. A folder is no forge. */
export function nameIn(address: string): string | null {
  const found = /^(?:[a-z+]+:\/\/[^/]+\/|[^/:\s]+:)(?:.*\/)?([\w.-]+\/[\w.-]+?)(?:\.git)?\/?\s*$/i
  return address.startsWith('file:') ? null : (found.exec(address)?.[1] ?? null)
}
