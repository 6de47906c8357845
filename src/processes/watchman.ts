/**
 * A small shell that outlives us by a moment. It reads from a pipe of which only we hold the other end:
 * when that closes, however we went, it ends what it was told to watch over. So no agent goes on, and
 * goes on spending, without anybody who conducts it.
 */
import { spawn, type ChildProcessByStdio } from 'node:child_process'
import type { Writable } from 'node:stream'
import { ownEnvironment } from './own-environment.ts'

/**
 * For the end of a watched shell: whatever loses its parent falls to it, and is found there. So while anything
 * is below it, it stays a moment; longer than the watchman needs.
 */
export const LINGER = `
linger() {
  moments=0
  while [ "$moments" -lt 100 ]; do
    below=
    read -r below </proc/$$/task/$$/children
    [ "$below" ] || return 0
    moments=$((moments + 1))
    sleep 0.1
  done
}
`

/**
 * What is below is found through /proc; elsewhere a process group has to do. Politely first, as everywhere:
 * the watched shells stay meanwhile. It looks again and again, because whoever is asked to end may start
 * something, and only then the shells end too. What was found once is ended in any case: it may have lost
 * its parent meanwhile.
 */
const WATCH = `
below() {
  for child in $(cat /proc/"$1"/task/*/children); do
    echo "$child"
    below "$child"
  done
}
all() { for each in $watched; do below "$each"; done; }
groups() { for each in $watched; do kill -"$1" -- "-$each"; done; }
ask() {
  for each in $(all); do
    case "$known " in *" $each "*) continue ;; esac
    known="$known $each"
    kill -TERM "$each"
  done
}
alive() {
  for each in $watched; do kill -0 -- "-$each" && return 0; done
  for each in $known; do kill -0 "$each" && return 0; done
  return 1
}
exec 2>/dev/null
trap '' TERM INT HUP
watched=
while read -r word pid; do
  rest=
  for each in $watched; do [ "$each" = "$pid" ] || rest="$rest $each"; done
  [ "$word" = watch ] && rest="$rest $pid"
  watched=$rest
done
known=
ask
groups TERM
for pause in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
  alive || exit 0
  sleep 0.2 || sleep 1
  ask
done
for each in $known; do kill -KILL "$each"; done
for again in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
  left=$(all)
  [ "$left" ] || break
  for each in $left; do kill -KILL "$each"; done
  sleep 0.1 || sleep 1
done
groups KILL
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
