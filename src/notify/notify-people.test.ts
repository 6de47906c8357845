import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import {
  scriptedLiveRun,
  tasksFrom,
  type ScriptedRun,
} from '../../test/played/scripted-live-run.ts'
import { tempFolder } from '../../test/repository/temp-folder.ts'
import { about, asks } from '../../test/played/needs.ts'
import { QUESTION } from '../../test/played/play.ts'
import { taskId } from '../core/value/ids.ts'
import type { Notification } from '../core/report/notification.ts'
import { channelFor } from './channels.ts'
import type { Note } from './note.ts'
import { notifyPeople, type Notifier } from './notify-people.ts'

const NOTE: Note = {
  kind: 'question',
  run: '7',
  task: taskId('api'),
  name: 'HTTP API',
  text: 'which?',
}
const MESSAGE = '{task_id}: {text}'

function folder(): string {
  const made = tempFolder()
  onTestFinished(() => made[Symbol.dispose]())
  return made.path
}

const send = (notification: Notification, directory = folder(), note = NOTE): Promise<void> =>
  channelFor(notification, { directory, ring: () => {} }).send(note)

it('rings the terminal with the words, and nothing in them can do anything to it', async () => {
  const rung: string[] = []
  const channel = channelFor(
    { type: 'terminal', message: '{task_name} ({task_id}): {text}' },
    { directory: '/', ring: (words) => rung.push(words) },
  )
  await channel.send({ ...NOTE, text: 'which\x07 \x1b[2Jone?\nsk-ant-api03-abcdefghijklmnop' })
  expect(rung).toEqual(['HTTP API (api): which one? ********'])
})

it('gives a command what there is to say in its environment and on its standard input', async () => {
  const directory = folder()
  const line =
    'echo "$CONDUCTOR_NOTIFY_KIND/$CONDUCTOR_NOTIFY_TASK/$CONDUCTOR_NOTIFY_RUN/$CONDUCTOR_NOTIFY_TEXT" > env; cat > input'
  const note = { ...NOTE, text: '$(touch evil) "quoted"' }
  await send({ type: 'command', command: line, message: MESSAGE }, directory, note)
  expect(readFileSync(join(directory, 'env'), 'utf8')).toBe(
    'question/api/7/api: $(touch evil) "quoted"\n',
  )
  expect(JSON.parse(readFileSync(join(directory, 'input'), 'utf8'))).toEqual({
    kind: 'question',
    run: '7',
    task: 'api',
    task_name: 'HTTP API',
    text: 'api: $(touch evil) "quoted"',
  })
  expect(existsSync(join(directory, 'evil'))).toBe(false)
})

it('takes a list for the words of a command', async () => {
  const directory = folder()
  await send({ type: 'command', command: ['touch', 'a b;c'], message: MESSAGE }, directory)
  expect(existsSync(join(directory, 'a b;c'))).toBe(true)
})

it('says why a command could not', async () => {
  await expect(send({ type: 'command', command: 'exit 3', message: MESSAGE })).rejects.toThrow(
    '/bin/sh ended with code 3',
  )
  await expect(
    send({ type: 'command', command: ['no-such-program'], message: MESSAGE }),
  ).rejects.toThrow('no-such-program is not installed')
})

it('plays a sound with the player that is there, and says when there is none', async () => {
  const programs = folder()
  const { PATH } = process.env
  process.env['PATH'] = programs
  onTestFinished(() => void (process.env['PATH'] = PATH))
  await expect(send({ type: 'sound', file: 'bell.wav' })).rejects.toThrow(
    'none of paplay, aplay, afplay is installed',
  )
  await expect(send({ type: 'desktop', message: MESSAGE })).rejects.toThrow('is not installed')
  writeFileSync(join(programs, 'aplay'), '#!/bin/sh\necho "$1" > played\n')
  chmodSync(join(programs, 'aplay'), 0o755)
  const directory = folder()
  await send({ type: 'sound', file: 'bell.wav' }, directory)
  expect(readFileSync(join(directory, 'played'), 'utf8')).toBe('bell.wav\n')
})

/** Answers with these codes, one after another, then with 200. */
async function webhook(...codes: readonly number[]): Promise<{ url: string; got: unknown[] }> {
  const got: unknown[] = []
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      got.push(JSON.parse(body))
      const code = codes[got.length - 1] ?? 200
      response.writeHead(code, code === 302 ? { location: 'http://localhost/' } : {}).end('ok')
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret`, got }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const piece of request) body += String(piece)
  return body
}

it('posts a document to a webhook, and once more when that failed', async () => {
  const { url, got } = await webhook(500)
  const note = { ...NOTE, text: 'token: abcdefghijkl' }
  await send({ type: 'webhook', url, message: MESSAGE }, folder(), note)
  const document = {
    kind: 'question',
    run: '7',
    task: 'api',
    task_name: 'HTTP API',
    text: 'api: token: ********',
  }
  expect(got).toEqual([document, document])
})

it.each([
  ['fails twice', [500, 503], 'it answered 503'],
  ['leads elsewhere', [302, 302], 'unexpected redirect'],
])('gives a webhook up that %s, and does not tell its address', async (_, codes, why) => {
  const { url, got } = await webhook(...codes)
  const channel = channelFor({ type: 'webhook', url, message: MESSAGE }, { directory: '/', ring })
  await expect(channel.send(NOTE)).rejects.toThrow(why)
  expect(got).toHaveLength(2)
  expect(channel.name).not.toContain('secret')
})

const ring = (): void => {}

interface Told {
  readonly live: ScriptedRun
  readonly notifier: Notifier
  readonly sent: string[]
  readonly troubles: string[]
}

function told(tasks: string, isBroken = false): Told {
  const plan = { name: 'shop', tasks: tasksFrom(tasks), groups: [] }
  const live = scriptedLiveRun(plan)
  live.startAll()
  const sent: string[] = []
  const troubles: string[] = []
  const channel = (name: string) => ({
    name,
    send: async (note: Note) => {
      if (isBroken) throw new Error('no wire')
      sent.push(`${name} ${note.task ?? 'run'}: ${note.text}`)
    },
  })
  const notifier = notifyPeople(live.current(), {
    onAttention: [channel('attention')],
    onComplete: [channel('complete')],
    onFailure: [channel('failure')],
    quietSeconds: 300,
    onTrouble: (what) => troubles.push(what),
  })
  return { live, notifier, sent, troubles }
}

it('tells of a question once, also when the task is stuck on it later', async () => {
  const { live, notifier, sent } = told('a\nb')
  notifier.look(0)
  asks(live, 'a', WHICH)
  notifier.look(1000)
  live.record({
    type: 'attempt-ended',
    ...about('a'),
    outcome: { is: 'asked', question: QUESTION, profile: NO_TIME },
  })
  live.record({ type: 'task-stuck', task: taskId('a'), why: { is: 'question', question: WHICH } })
  notifier.look(2000)
  notifier.look(400_000)
  await notifier.settled()
  expect(sent).toEqual(['attention a: asks: which?'])
})

const WHICH = { ...QUESTION, decision: 'which?' }
const NO_TIME = { wallSeconds: 0, cpuSeconds: null, peakMemoryBytes: null }

it('tells nobody of mere advice', async () => {
  const { live, notifier, sent } = told('a')
  const condition = { is: 'silent', since: 0, during: null } as const
  live.record({ type: 'condition-changed', ...about('a'), condition })
  notifier.look(1000)
  await notifier.settled()
  expect(sent).toEqual([])
})

it('tells how the run ended, once', async () => {
  const good = told('a')
  good.live.land('a')
  good.notifier.look(0)
  good.notifier.look(400_000)
  await good.notifier.settled()
  expect(good.sent).toEqual(['complete run: completed: 1 of 1 task landed'])
  const bad = told('a\nb: a')
  bad.live.fail('a')
  bad.notifier.look(0)
  await bad.notifier.settled()
  expect(bad.sent).toEqual(['failure run: failed: 0 of 2 tasks landed'])
})

it('says once of a channel that it does not work, and goes on', async () => {
  const { live, notifier, troubles } = told('a\nb', true)
  asks(asks(live, 'a'), 'b')
  notifier.look(0)
  await notifier.settled()
  expect(troubles).toEqual(['no notification by attention: no wire'])
})
