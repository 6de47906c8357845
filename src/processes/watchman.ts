/**
 * A small shell that outlives us by a moment. It reads from a pipe of which only we hold the other end:
 * when that closes, however we went, it ends what it was told to watch over. So no agent goes on, and
 * goes on spending, without anybody who conducts it.
 */
import { spawn, type ChildProcessByStdio } from 'node:child_process'
import type { Writable } from 'node:stream'
import { ownEnvironment } from './own-environment.ts'

/**
 * What is below is found through /proc; elsewhere a process group has to do. What was found first is
 * ended in any case: it may have lost its parent meanwhile. Politely first, as everywhere.
 */
const WATCH = `
below() {
  for child in $(cat /proc/"$1"/task/*/children); do
    echo "$child"
    below "$child"
  done
}
all() { for each in $watched; do echo "$each"; below "$each"; done; }
send() {
  signal=$1
  shift
  for each in $watched; do kill -"$signal" -- "-$each"; done
  for each in "$@"; do kill -"$signal" "$each"; done
}
alive() { for each in $first; do kill -0 "$each" && return 0; done; return 1; }
exec 2>/dev/null
trap '' TERM INT HUP
watched=
while read -r word pid; do
  rest=
  for each in $watched; do [ "$each" = "$pid" ] || rest="$rest $each"; done
  [ "$word" = watch ] && rest="$rest $pid"
  watched=$rest
done
first=$(all)
send TERM $first
for pause in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
  alive || exit 0
  sleep 0.2 || sleep 1
done
send KILL $first $(all)
`

const watched = new Set<number>()
let watchman: ChildProcessByStdio<Writable, null, null> | null = null

/** pid: the first of a session. Until it is let go of, everything in that and below it ends with us. */
export function watchOver(pid: number): { letGo(): void } {
  watched.add(pid)
  if (watchman === null) start()
  else watchman.stdin.write(`watch ${pid}\n`)
  return {
    letGo() {
      if (watched.delete(pid)) watchman?.stdin.write(`forget ${pid}\n`)
    },
  }
}

/** One for the whole process. Somebody may kill it: then there is another. */
function start(): void {
  const child = spawn('/bin/sh', ['-c', WATCH], {
    cwd: '/',
    detached: true,
    env: ownEnvironment(),
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watchman = child
  const gone = (): void => {
    if (watchman === child) watchman = null
    if (watched.size > 0 && watchman === null) start()
  }
  child.once('exit', gone)
  // There are no processes left to give: the next that is watched tries again.
  child.once('error', () => (watchman = null))
  child.stdin.on('error', () => {})
  for (const pid of watched) child.stdin.write(`watch ${pid}\n`)
  // We may end whenever we like; it notices.
  child.unref()
  ;(child.stdin as Writable & { unref?(): void }).unref?.()
}
