/** Settings for a git that writes for us; they go before the name of the command. */
export const DURABLY: readonly string[] = [
  // By default git makes only packs survive a power cut.
  'core.fsync=loose-object,pack,pack-metadata,reference',
  'core.fsyncMethod=fsync',
  // Another git that packs refs locks each of them for a moment.
  'core.filesRefLockTimeout=1000',
  'core.packedRefsTimeout=1000',
].flatMap((setting) => ['-c', setting])

/**
 * The same for a command that writes thousands of files: git writes them into one pack, which the disk has
 * to confirm once. An object for each file takes ten times as long, and more on a busy disk.
 */
export const DURABLY_IN_A_PACK: readonly string[] = [...DURABLY, '-c', 'core.bigFileThreshold=1']
