/** The ACP agent of a script behind pipes in memory: for everything that is not about its process. */
import { PassThrough } from 'node:stream'
import type { AgentProcess, AgentProcesses, ProcessEnd } from '../../src/agents/agent-processes.ts'
import { NO_PROFILE } from '../../src/core/run/failure.ts'
import { playAcpScript, type AcpScript } from './acp-script.ts'

export const agentsInMemory = (script: AcpScript): AgentProcesses => ({
  start: async ({ assignment }) => ({
    ok: true,
    process: startInMemory(script, assignment.place.directory),
  }),
  onProcess: () => {},
  kill: () => {},
  close: async () => {},
})

function startInMemory(script: AcpScript, folder: string): AgentProcess {
  const input = new PassThrough()
  const output = new PassThrough()
  const gone = new AbortController()
  const ended = Promise.withResolvers<ProcessEnd>()
  const end = (how: ProcessEnd): void => {
    gone.abort()
    output.end()
    ended.resolve(how)
  }
  input.once('end', () => end({ is: 'exited', code: 0 }))
  playAcpScript(script, {
    input,
    output,
    folder,
    gone: gone.signal,
    print: () => {},
    end: (how) => {
      throw new Error(`only a process ends by ${JSON.stringify(how)}`)
    },
  })
  return {
    input,
    output,
    ended: ended.promise,
    async stop() {
      const left = gone.signal.aborted ? 0 : 1
      end({ is: 'signal', signal: 'SIGTERM' })
      return left
    },
    overMemory: () => null,
    profile: () => NO_PROFILE,
  }
}
