/** The end of what a program has printed, for a browser that comes back. */

export interface KeptOutput {
  add(data: Buffer): void
  all(): Buffer
}

/** Bytes that are shown again to a browser that comes back. */
const KEPT = 256 * 1024

/** A terminal prints in many small pieces: they are joined when they are wanted, or have become twice too many. */
export function keepOutput(): KeptOutput {
  let pieces: Buffer[] = []
  let size = 0
  return {
    add(data) {
      pieces.push(data)
      size += data.length
      if (size > 2 * KEPT) join()
    },
    all: join,
  }

  function join(): Buffer {
    // A copy, so that the bytes before it are let go.
    const all = Buffer.from(Buffer.concat(pieces).subarray(-KEPT))
    pieces = [all]
    size = all.length
    return all
  }
}
