/** What an agent that runs commands promises, whatever the command does. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { attemptFolder } from '../../src/core/value/home-paths.ts'
import { readTranscript } from '../../src/agents/transcript/read-transcript.ts'
import type { TranscriptEntry } from '../../src/core/transcript/entry.ts'
import { textOf } from '../../src/core/transcript/text.ts'
import { attemptTask } from '../../src/conduct/attempt/attempt-task.ts'
import type { Agent, AgentEnd, Assignment, StopReason } from '../../src/conduct/ports.ts'
import type { ProcessIdentity } from '../../src/core/run/event.ts'
import { attemptId, runId, taskId } from '../../src/core/value/ids.ts'
import { makeTask, type Task } from '../../src/core/plan/plan.ts'
import { canLimitCores } from '../../src/processes/cpu-cores.ts'
import { identityOf, isAlive, processTable } from '../../src/processes/process-table.ts'
import { processesOf } from '../conductor.ts'
import { tempFolder } from '../repository/temp-folder.ts'
import { until } from '../until.ts'

/** The folder in which the agent works, and the home of Conductor. */
export interface Place {
  readonly directory: string
  readonly home: string
}

const NODE = JSON.stringify(process.execPath)

export function describeAgent(name: string, make: (place: Place) => Agent): void {
  /** An agent with a folder of its own; at the end of the test none of its processes may be left. */
  function open() {
    const folder = tempFolder()
    const directory = join(folder.path, "a folder of the user's, für alles")
    const place = { directory, home: join(directory, '.conductor') }
    mkdirSync(join(place.home, 'run-1'), { recursive: true })
    const agent = make(place)
    const workers: ProcessIdentity[] = []
    agent.onWorkerProcess((_, process) => workers.push(process))
    onTestFinished(async () => {
      await agent.close()
      expect(processesOf(directory)).toEqual([])
      expect(workers.filter(isAlive)).toEqual([])
      folder[Symbol.dispose]()
    })
    let attempts = 0
    const assign = (line: string, fields: Partial<Task> = {}): Assignment => {
      const task = makeTask({ id: taskId('t'), work: { is: 'command', line }, ...fields })
      const number = ++attempts
      return {
        run: runId(1),
        attempt: attemptId(runId(1), task.id, number),
        number,
        task,
        worker: 1,
        place: { directory, environment: { CONDUCTOR_PORT: '20010' }, isWorktree: false },
        prompt: task.work.is === 'prompt' ? task.work.text : null,
        conversation: null,
      }
    }
    const folderOf = (assignment: Assignment): string =>
      attemptFolder(place.home, { ...assignment, task: assignment.task.id })
    return {
      agent,
      place,
      workers,
      assign,
      folderOf,
      does: (line: string, fields?: Partial<Task>): Promise<AgentEnd> =>
        agent.attempt(assign(line, fields), new AbortController().signal, () => {}),
      /** The transcript of the last attempt: its output, and notes about it. */
      transcript: (): readonly TranscriptEntry[] =>
        readTranscript(
          attemptFolder(place.home, {
            run: runId(1),
            task: taskId('t'),
            worker: 1,
            number: attempts,
          }),
        ),
      printed(side: 'out' | 'err'): string {
        return this.transcript()
          .map((entry) => (side in entry ? textOf(entry) : ''))
          .join('')
      },
      file: (path: string): string => readFileSync(join(directory, path), 'utf8'),
      has: (path: string): boolean => existsSync(join(directory, path)),
    }
  }

  describe(`${name}: how an attempt ends`, () => {
    it('succeeds with exit code 0', async () => {
      expect(await open().does('echo done')).toMatchObject({ is: 'succeeded' })
    })

    it.each([1, 2, 75, 100])('fails with exit code %i, and its last lines', async (code) => {
      const at = open()
      const end = await at.does(`echo one; echo two >&2; exit ${code}`)
      expect(end).toMatchObject({
        is: 'failed',
        failure: { is: 'exit', code },
        lastLines: ['one', 'two'],
      })
    })

    it.each(['TERM', 'KILL', 'SEGV', 'INT', 'HUP'])('tells that SIG%s ended it', async (signal) => {
      const end = await open().does(`kill -${signal} $$; sleep 5`)
      expect(end).toMatchObject({
        is: 'failed',
        failure: { is: 'signal', signal: `SIG${signal}` },
      })
    })

    it('fails with 127 when the command is not found', async () => {
      const end = await open().does('no-such-command-at-all')
      expect(end).toMatchObject({ is: 'failed', failure: { is: 'exit', code: 127 } })
    })

    it('fails with 2 when the command is not even a command', async () => {
      const at = open()
      expect(await at.does(`echo "unfinished`)).toMatchObject({ is: 'failed' })
      expect(await at.does(`)`)).toMatchObject({ is: 'failed' })
      expect(await at.does('echo still here')).toMatchObject({ is: 'succeeded' })
    })

    it('cannot start a prompt without an agent to give it to', async () => {
      const end = await open().does('', { work: { is: 'prompt', text: 'hello' }, agent: 'nobody' })
      expect(end).toMatchObject({
        is: 'failed',
        failure: { is: 'cannot-start', passing: false, reason: expect.stringContaining('nobody') },
      })
    })

    it('goes on with the next attempt after one has killed everything around it', async () => {
      const at = open()
      expect(await at.does('kill -9 0; sleep 5')).toMatchObject({
        is: 'failed',
        failure: { is: 'signal', signal: 'SIGKILL' },
      })
      expect(await at.does('echo next')).toMatchObject({ is: 'succeeded' })
      expect(at.printed('out')).toBe('next\n')
      expect(at.workers).toHaveLength(2)
    })

    it('does not wait for what an attempt moved out of reach before it killed everything', async () => {
      const at = open()
      const began = performance.now()
      const end = await at.does('setsid sleep 30 & sleep 0.3; kill -9 0; sleep 5')
      expect(end).toMatchObject({ is: 'failed' })
      expect(performance.now() - began).toBeLessThan(6000)
      expect(processesOf(at.place.directory)).toEqual([])
    })

    it('goes on after every shell that runs commands was killed, also the one that starts the others', async () => {
      const at = open()
      const going = at.does('touch up; sleep 30')
      await until('it works', () => at.has('up'))
      const host = processTable().get(at.workers.at(-1)!.pid)!
      // On systems without a subreaper the parent of the host is process 1, which must not be killed.
      for (const pid of [host.parent, host.pid]) if (pid !== 1) process.kill(pid, 'SIGKILL')
      const end = await going
      expect(end).toMatchObject({ is: 'failed', failure: { is: 'signal', ofShell: true } })
      expect(processesOf(at.place.directory)).toEqual([])
      expect(at.transcript().map(textOf).join('')).toContain('the shell that it ran in was killed')
      expect(await at.does('echo next')).toMatchObject({ is: 'succeeded' })
      process.kill(at.workers.at(-1)!.pid, 'SIGKILL')
      await until('it is gone', () => !isAlive(at.workers.at(-1)!))
      expect(await at.does('echo and next')).toMatchObject({ is: 'succeeded' })
    })

    it('is not troubled by what an earlier attempt did to its output', async () => {
      const at = open()
      const left = `process.stdout.write('x'); process.stderr.write('x'); process.kill(process.pid, 'SIGKILL')`
      expect(await at.does(`${NODE} -e "${left}"`)).toMatchObject({ is: 'failed' })
      const end = await at.does(`head -c 4000000 /dev/zero | tr '\\0' x`)
      expect(end).toMatchObject({ is: 'succeeded' })
      expect(at.printed('out')).toHaveLength(4_000_000)
    })
  })

  describe(`${name}: stopping`, () => {
    const reasons: readonly StopReason[] = ['cancelled', 'preempted', 'lost']

    it.each(reasons)('stops an attempt that is %s', async (reason) => {
      const at = open()
      const stopping = new AbortController()
      const assignment = at.assign('echo begun; touch begun; sleep 30; touch never')
      const outcome = attemptTask(at.agent, assignment, stopping)
      await until('the command has begun', () => at.has('begun'))
      stopping.abort(reason)
      expect(await outcome).toMatchObject({ is: reason })
      expect(at.has('never')).toBe(false)
      expect(processesOf(at.place.directory)).toEqual([])
    })

    it('stops an attempt that has used up its time, and keeps its last lines', async () => {
      const at = open()
      const assignment = at.assign('echo slow; sleep 30', { timeoutSeconds: 0.4 })
      expect(await attemptTask(at.agent, assignment, new AbortController())).toMatchObject({
        is: 'failed',
        failure: { is: 'timeout', seconds: 0.4 },
        lastLines: ['slow'],
      })
    })

    it('does not stop an attempt that has a month', async () => {
      const at = open()
      const assignment = at.assign('sleep 0.3', { timeoutSeconds: 31 * 86_400 })
      expect(await attemptTask(at.agent, assignment, new AbortController())).toMatchObject({
        is: 'succeeded',
      })
    })

    it('stops an attempt that was told to stop before it began', async () => {
      const at = open()
      const stopping = new AbortController()
      stopping.abort('cancelled')
      const end = await attemptTask(at.agent, at.assign('sleep 30'), stopping)
      expect(end).toMatchObject({ is: 'cancelled' })
      expect(await at.does('true')).toMatchObject({ is: 'succeeded' })
    })

    it('counts work that was done before the word to stop arrived', async () => {
      const at = open()
      const stopping = new AbortController()
      const ended = attemptTask(
        at.agent,
        at.assign(`trap 'exit 0' TERM; touch up; sleep 30 & wait`),
        stopping,
      )
      await until('the trap is set', () => at.has('up'))
      stopping.abort('preempted')
      expect((await ended).is).toMatch(/preempted|succeeded/)
    })

    it('kills what does not listen, within its grace of three seconds', async () => {
      const at = open()
      const stopping = new AbortController()
      const assignment = at.assign(`trap '' TERM INT HUP; touch deaf; while :; do sleep 1; done`)
      const outcome = attemptTask(at.agent, assignment, stopping)
      await until('it does not listen', () => at.has('deaf'))
      const began = performance.now()
      stopping.abort('cancelled')
      expect(await outcome).toMatchObject({ is: 'cancelled' })
      const took = performance.now() - began
      expect(took).toBeGreaterThan(2500)
      expect(took).toBeLessThan(4500)
    })

    it.each([
      ['in a session of its own', 'setsid sleep 60 & touch out; wait; sleep 60'],
      ['that nobody is the parent of', '(setsid sh -c "sleep 61 & touch out" &); sleep 60'],
    ])('ends a process %s', async (_, line) => {
      const at = open()
      const stopping = new AbortController()
      const outcome = attemptTask(at.agent, at.assign(line), stopping)
      await until('the process is out', () => at.has('out'))
      stopping.abort('cancelled')
      expect(await outcome).toMatchObject({ is: 'cancelled' })
      expect(processesOf(at.place.directory)).toEqual([])
    })

    it('does not end the attempt of the same name in another repository', async () => {
      const [here, there] = [open(), open()]
      const stopping = new AbortController()
      const other = there.does('touch up; while [ ! -e go ]; do sleep 0.02; done')
      const outcome = attemptTask(here.agent, here.assign('touch up; sleep 60'), stopping)
      await until('both are up', () => here.has('up') && there.has('up'))
      stopping.abort('cancelled')
      expect(await outcome).toMatchObject({ is: 'cancelled' })
      expect(await here.does('sleep 60 & sleep 0.2')).toMatchObject({ is: 'succeeded' })
      writeFileSync(join(there.place.directory, 'go'), '')
      expect(await other).toMatchObject({ is: 'succeeded' })
    })

    it('ends everything at once when told to kill', async () => {
      const at = open()
      const outcome = at.does(`trap '' TERM; touch deaf; setsid sleep 60 & sleep 61; sleep 62`)
      await until('it does not listen', () => at.has('deaf'))
      at.agent.kill()
      expect(await outcome).toMatchObject({ is: 'failed' })
      await until('all are gone', () => processesOf(at.place.directory).length === 0, 2)
    })
  })

  describe(`${name}: what is left at the end`, () => {
    it.each([
      ['children', 'sleep 60 & sleep 0.2'],
      ['children in a session of their own', 'setsid sleep 60 & sleep 0.2'],
      ['daemons', '(setsid sh -c "sleep 60 &" &); sleep 0.2'],
    ])('%s are ended, and it says so', async (_, line) => {
      const at = open()
      expect(await at.does(line)).toMatchObject({ is: 'succeeded' })
      expect(processesOf(at.place.directory)).toEqual([])
      expect(at.transcript().map(textOf).join('')).toContain('ended 1 process left running')
    })

    const escape =
      "env -i setsid -f sh -c 'echo $$ > out; cd /; exec sleep 307'; until [ -s out ]; do :; done"
    it.each([
      ['at once', escape],
      ['later', `${escape}; sleep 0.2`],
      ['by killing its shell', `${escape}; kill -9 0; sleep 5`],
    ])(
      'what has shed its session, parents and environment ends with an attempt that ends %s',
      async (_, line) => {
        const [here, other] = [open(), open()]
        const going = other.does(`${escape}; touch up; while [ ! -e go ]; do sleep 0.02; done`)
        await until('the other works', () => other.has('up'))
        await here.does(line)
        expect(identityOf(Number(here.file('out')))).toBeNull()
        expect(identityOf(Number(other.file('out')))).not.toBeNull()
        writeFileSync(join(other.place.directory, 'go'), '')
        await going
        expect(identityOf(Number(other.file('out')))).toBeNull()
      },
    )

    it.each([
      ['a child', 'sleep 60 &'],
      ['a child in a session of its own', 'setsid sleep 60 &'],
    ])('%s of an attempt that was over at once is ended soon', async (_, line) => {
      const at = open()
      expect(await at.does(line)).toMatchObject({ is: 'succeeded' })
      await until('it is gone', () => processesOf(at.place.directory).length === 0, 3)
    })

    it('is never something of another repository, whose attempts have the same names', async () => {
      const [here, elsewhere] = [open(), open()]
      const other = elsewhere.does('touch up; sleep 1; echo to the end')
      await until('it works', () => elsewhere.has('up'))
      expect(await here.does('sleep 0.2')).toMatchObject({ is: 'succeeded' })
      expect(await other).toMatchObject({ is: 'succeeded' })
      expect(elsewhere.printed('out')).toBe('to the end\n')
    })

    it('a deaf child cannot hold up the end for long', async () => {
      const at = open()
      const began = performance.now()
      expect(await at.does(`(trap '' TERM; sleep 60; sleep 60) & sleep 0.2`)).toMatchObject({
        is: 'succeeded',
      })
      expect(performance.now() - began).toBeLessThan(5000)
    })
  })

  describe(`${name}: what an attempt is given`, () => {
    it('gets the environment of its task, and words about itself', async () => {
      const at = open()
      const value = `it's "quoted" $HOME \`x\`\nnew line ü`
      await at.does(
        'printf "%s|" "$GIVEN" "$CONDUCTOR_TASK" "$CONDUCTOR_WORKER" "$CONDUCTOR_RUN" "$CONDUCTOR_ATTEMPT"',
        {
          environment: { GIVEN: value },
        },
      )
      expect(at.printed('out')).toBe(`${value}|t|1|1|1-t-1|`)
    })

    it('hands nothing on to the next attempt', async () => {
      const at = open()
      await at.does('export LEAK=1; cd /; umask 077; set -e', { environment: { GIVEN: 'x' } })
      await at.does('echo "${LEAK-none} ${GIVEN-none} $PWD"')
      expect(at.printed('out')).toBe(`none none ${at.place.directory}\n`)
    })

    it('works in the folder it was given', async () => {
      const at = open()
      await at.does('pwd -P; echo made > file')
      expect(at.printed('out')).toBe(`${at.place.directory}\n`)
      expect(at.file('file')).toBe('made\n')
    })

    it('has nothing on its standard input', async () => {
      expect(await open().does('test -z "$(cat)"')).toMatchObject({ is: 'succeeded' })
    })

    it('gets its prompt on standard input and in a file', async () => {
      const at = open()
      const text = `Do "this"\n$(and) 'that' ✓`
      await at.does('', { work: { is: 'prompt', text }, agent: 'echo' })
      expect(at.printed('out')).toBe(`${text}\n--\n${text}\n`)
    })

    it.runIf(availableParallelism() > 1 && canLimitCores())(
      'keeps a task to the processors it books',
      async () => {
        const at = open()
        const booked = { resources: { cpu: 1, memoryBytes: 0 } }
        expect(await at.does('nproc', booked)).toMatchObject({ is: 'succeeded' })
        expect(at.printed('out')).toBe('1\n')
        expect(await at.does('nproc')).toMatchObject({ is: 'succeeded' })
        expect(at.printed('out')).toBe(`${availableParallelism()}\n`)
        expect(await at.does('exit 3', booked)).toMatchObject({ is: 'failed' })
        expect(await at.does('nproc', booked)).toMatchObject({ is: 'succeeded' })
        expect(at.printed('out')).toBe('1\n')
      },
    )

    it('gets its environment whatever the names in it, also within limits', async () => {
      const at = open()
      const environment = { line: 'echo wrong', folder: '/', name: 'n', input: '/no/file' }
      const resources = { cpu: 1, memoryBytes: 1e9 }
      await at.does('echo "$line $folder $name $input"; pwd -P', { environment, resources })
      expect(at.printed('out')).toBe(`echo wrong / n /no/file\n${at.place.directory}\n`)
    })

    it('has a folder for what it wants to keep', async () => {
      const at = open()
      const assignment = at.assign(
        'mkdir -p "$CONDUCTOR_ARTIFACTS"; echo kept > "$CONDUCTOR_ARTIFACTS/note"',
      )
      await at.agent.attempt(assignment, new AbortController().signal, () => {})
      expect(readFileSync(join(at.folderOf(assignment), 'note'), 'utf8')).toBe('kept\n')
    })
  })

  describe(`${name}: what it prints and takes`, () => {
    it('is kept completely and in order, on both sides', async () => {
      const at = open()
      const lines =
        'i=0; while [ $i -lt 21000 ]; do echo "line $i of this side, padded to be long enough"; i=$((i+1)); done'
      await at.does(`(${lines}) & (${lines}) >&2; wait`)
      const expected = Array.from(
        { length: 21_000 },
        (_, i) => `line ${i} of this side, padded to be long enough\n`,
      ).join('')
      expect(expected.length).toBeGreaterThan(1_000_000)
      expect(at.printed('out') === expected).toBe(true)
      expect(at.printed('err') === expected).toBe(true)
    })

    it('is kept when it does not end with a new line', async () => {
      const at = open()
      await at.does('printf end; printf wrong >&2')
      expect(at.printed('out')).toBe('end')
      expect(at.printed('err')).toBe('wrong')
    })

    it('measures time, processor and memory', async () => {
      const end = await open().does(
        `${NODE} -e "const b = Buffer.alloc(150e6, 1); const t = Date.now(); while (Date.now() - t < 1300 || process.cpuUsage().user < 6e5) b[0]++"`,
      )
      expect(end.is).toBe('succeeded')
      expect(end.profile.wallSeconds).toBeGreaterThan(1.2)
      expect(end.profile.cpuSeconds).toBeGreaterThan(0.5)
      expect(end.profile.peakMemoryBytes).toBeGreaterThan(150e6)
    })

    it('does not count the processor time of one attempt for the next', async () => {
      const at = open()
      const busy = `const t = Date.now(); while (Date.now() - t < 500);`
      await at.does(`${NODE} -e "${busy}"`)
      const end = await at.does('sleep 0.1')
      expect(end.profile.cpuSeconds).toBeLessThan(0.2)
    })

    it('ends an attempt that takes more memory than it may', async () => {
      const end = await open().does(
        `${NODE} -e "const b = Buffer.alloc(200e6, 1); setInterval(() => b[0]++, 100)"`,
        { resources: { cpu: 0, memoryBytes: 100e6 } },
      )
      expect(end).toMatchObject({
        is: 'failed',
        failure: { is: 'over-memory', limitBytes: 100e6 },
      })
    })
  })
}
