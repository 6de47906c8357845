/**
 * A small shell that outlives us by a moment. It reads from a pipe of which only we hold the other end:
 * when that closes, however we ended, the shell ends the processes it watches. So no agent goes on, and
 * goes on spending, without a coordinator.
 */
import { spawn, type ChildProcessByStdio } from 'node:child_process'
import type { Writable } from 'node:stream'
import { ownEnvironment } from './own-environment.ts'

/**
 * For the end of a watched shell. A process that loses its parent becomes a child of the watched shell,
 * and is found there; so while there is any process below it, the shell stays a moment, longer than the
 * watchman needs.
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
 * Finds the processes below through /proc; elsewhere a process group has to do. It sends SIGTERM first, as
 * we do everywhere: the watched shells stay meanwhile. It looks again and again, because a process that is
 * asked to end may start another, and only then do the shells end, too. A process that was found once is
 * ended in any case: it may have lost its parent meanwhile.
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

/**
 * pid: the first process of a session. Until letGo() is called, everything in that session and below that
 * process ends with us.
 */
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

/** One watchman for the whole process. If someone kills it, another is started. */
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
  // No more processes are allowed: the next call of watchOver tries again.
  child.once('error', () => (watchman = null))
  child.stdin.on('error', () => {})
  for (const pid of watched) child.stdin.write(`watch ${pid}\n`)
  // The watchman must not keep us running; it notices when we end.
  child.unref()
  ;(child.stdin as Writable & { unref?(): void }).unref?.()
}
