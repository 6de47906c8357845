/** The environment for processes that we start. */

/**
 * Without the variables that a git hook sets: if Conductor is started from one, they would turn git away
 * from its folder.
 */
export const ownEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !FOREIGN.has(name)))

const FOREIGN = new Set([
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_IMPLICIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_QUARANTINE_PATH',
  'GIT_COMMON_DIR',
  'GIT_SHALLOW_FILE',
  'GIT_GRAFT_FILE',
  'GIT_NAMESPACE',
  'GIT_PREFIX',
])
