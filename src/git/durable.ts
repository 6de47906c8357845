/** Settings for git when it writes for us, to stand before the name of the command. */
export const DURABLY: readonly string[] = [
  // Git alone makes only packs survive a power cut.
  'core.fsync=loose-object,pack,pack-metadata,reference',
  'core.fsyncMethod=fsync',
  // Another git that packs refs holds each of them for a moment.
  'core.filesRefLockTimeout=1000',
  'core.packedRefsTimeout=1000',
].flatMap((setting) => ['-c', setting])
