/** A log file that holds everything that was printed, or only the beginning and the end if that is very long. */
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { ifItCanBe } from '../core/run/hindrance.ts'

export interface LimitedLog {
  write(bytes: Buffer): void
  /** The last bytes of everything so far, as text. */
  tail(): string
  close(): void
}

export interface LogLimits {
  readonly headBytes: number
  readonly tailBytes: number
}

/** Together 20 MB. The tail is kept in memory, so it is the small part. */
const USUAL: LogLimits = { headBytes: 18_000_000, tailBytes: 2_000_000 }
const TAIL = 8192

export function openLimitedLog(file: string, limits: LogLimits = USUAL): LimitedLog {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const fd = openSync(file, 'w', 0o600)
  let room = limits.headBytes
  let last: Buffer = Buffer.alloc(0)
  /** The bytes that came after the head was full; at most twice the tail. */
  let held: Buffer[] = []
  let heldBytes = 0
  let dropped = 0

  return {
    write(bytes) {
      last = newest([last, bytes], TAIL)
      // When the disk is full, the program goes on without a log.
      if (room > 0) ifItCanBe(() => writeSync(fd, bytes.subarray(0, room)))
      if (bytes.length > room) hold(bytes.subarray(room))
      room = Math.max(0, room - bytes.length)
    },
    tail: () => last.toString('utf8'),
    close() {
      shorten()
      ifItCanBe(() => {
        if (dropped > 0) writeSync(fd, `\n[conductor] ${dropped} bytes left out here\n`)
        for (const piece of held) writeSync(fd, piece)
      })
      closeSync(fd)
    },
  }

  function hold(bytes: Buffer): void {
    held.push(bytes)
    heldBytes += bytes.length
    if (heldBytes > 2 * limits.tailBytes) shorten()
  }

  function shorten(): void {
    const kept = newest(held, limits.tailBytes)
    dropped += heldBytes - kept.length
    heldBytes = kept.length
    held = [kept]
  }
}

/** The last bytes, copied, so that the large pieces they were cut from can be freed. */
function newest(pieces: readonly Buffer[], bytes: number): Buffer {
  const all = Buffer.concat(pieces)
  return Buffer.from(all.subarray(Math.max(0, all.length - bytes)))
}
