/** How a workspace is called among all repositories: it stays the same when others come and go. */
export const orbId = (repository: string, branch: string): string => `${repository}:${branch}`
