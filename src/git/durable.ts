/** Settings for git that make what it writes survive a power cut; git alone does that only for packs. */
export const DURABLE = [
  '-c',
  'core.fsync=loose-object,pack,pack-metadata,reference',
  '-c',
  'core.fsyncMethod=fsync',
] as const
