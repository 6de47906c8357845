/** Interrupts a run while one of its tasks works, as a user or a crash would. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { BIN } from '../our-program.ts'
import { differ } from './compare.ts'
import type { DrawnRun } from './drawn-run.ts'
import { RUN } from './oracle.ts'
import { must, type Play } from './play.ts'
import { lookAt, statusNow } from './surfaces.ts'
import { typed, type Typed } from './typed.ts'

/** Returns how the last command that conducted the run ended. */
export async function interfere(
  play: Play,
  { is, at }: NonNullable<DrawnRun['meanwhile']>,
  words: readonly string[],
): Promise<Typed> {
  const { place } = play
  place.mark(`${at}.hold`)
  if (is === 'kill') {
    await killWhile(play, at, words)
    return goOn(play)
  }
  const running = play.type(...words)
  await begun(play, at, running)
  switch (is) {
    case 'pause':
      await ask(play, 'pause')
      must(differ('status --json, status', 'paused', (await lookAt(place)).status.status))
      place.unmark(`${at}.hold`)
      return goOnAfterPause(play, running)
    case 'cancel':
      await ask(play, 'cancel', at)
      play.done.get(at)!.add('cancelled')
      return running
    case 'cancel-run':
      await ask(play, 'cancel')
      return afterCancel(play, await running)
    case 'ctrl-c':
      play.story.push('(Ctrl-C)')
      process.emit('SIGINT')
      must(differ('the exit code', 130, (await running).code))
      return goOn(play)
  }
}

/** Ends a run that this process conducts. */
export async function letGo(typing: Promise<unknown>): Promise<void> {
  process.emit('SIGINT')
  await Promise.race([typing, sleep(5000)])
}

async function ask(play: Play, ...words: readonly string[]): Promise<void> {
  play.story.push(`conductor ${words.join(' ')} (in another terminal)`)
  must(differ(`exit code of ${words.join(' ')}`, 0, (await typed(...words)).code))
}

async function begun({ place }: Play, at: string, running: Promise<Typed>): Promise<void> {
  let isOver = false
  void running.finally(() => (isOver = true)).catch(() => {})
  while (!place.hasMark(`${at}.began`)) {
    if (isOver) must([`${at} was never begun:\n${(await running).stdout}`])
    await sleep(5)
  }
}

/** Resumes when the working tasks have ended; if nothing is left to do, the run may have ended by itself before. */
async function goOnAfterPause(play: Play, running: Promise<Typed>): Promise<Typed> {
  while ((await statusNow()).results.some(({ status }) => status === 'working')) await sleep(5)
  play.story.push('conductor resume (in another terminal)')
  await typed('resume')
  return running
}

/** Kills the coordinator, as a machine that goes down does. */
async function killWhile(
  { story, place }: Play,
  at: string,
  words: readonly string[],
): Promise<void> {
  story.push(`conductor ${words.join(' ')} (killed with -9 while ${at} works)`)
  const conductor = spawn(process.execPath, [BIN, ...words], { stdio: 'ignore' })
  const end = once(conductor, 'exit')
  while (!place.hasMark(`${at}.began`)) await sleep(5)
  conductor.kill('SIGKILL')
  await end
}

/** Checks that the stopped run says how to go on, and types that. */
async function goOn(play: Play): Promise<Typed> {
  const { status, statusText } = await lookAt(play.place)
  const says = statusText.includes('Continue with: conductor resume')
  must([
    ...differ('status --json, status', 'stopped', status.status),
    ...(says ? [] : [`status does not say how to go on:\n${statusText}`]),
  ])
  return play.type('resume')
}

/** Some tasks were over before; the others must be cancelled. */
async function afterCancel({ place, done }: Play, ended: Typed): Promise<Typed> {
  const { status } = await lookAt(place)
  done.get(RUN)!.add('cancelled')
  for (const { id, status: is } of status.results)
    if (is === 'cancelled') done.get(id)!.add('cancelled')
  return ended
}
