/** Settings for git when it writes for us, to stand before the name of the command. */
export const DURABLY: readonly string[] = [
  // Git alone makes only packs survive a power cut.
  'core.fsync=loose-object,pack,pack-metadata,reference',
  'core.fsyncMethod=fsync',
  // Another git that packs refs holds each of them for a moment.
  'core.filesRefLockTimeout=1000',
  'core.packedRefsTimeout=1000',
].flatMap((setting) => ['-c', setting])

/**
 * The same for a command that writes thousands of files: they go into one pack, which the disk has to confirm
 * once. Each as an object of its own takes ten times as long, and more on a disk that has other things to do.
 */
export const DURABLY_IN_A_PACK: readonly string[] = [...DURABLY, '-c', 'core.bigFileThreshold=1']
