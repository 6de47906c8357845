/** TEMP stand-in: runs a shell line, with everything it prints in a file. */
import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'

export function runLine(asked: {
  readonly line: string
  readonly directory: string
  readonly environment: Readonly<Record<string, string>>
  readonly log: string
  readonly signal: AbortSignal
}): Promise<{
  readonly code: number
  readonly seconds: number
  readonly lastLines: readonly string[]
}> {
  const began = performance.now()
  const out = openSync(asked.log, 'w')
  const env = { ...process.env, ...asked.environment }
  const child = spawn('sh', ['-c', asked.line], {
    cwd: asked.directory,
    env,
    stdio: ['ignore', out, out],
    detached: true,
  })
  asked.signal.addEventListener('abort', () => process.kill(-child.pid!, 'SIGKILL'))
  return new Promise((resolve) => {
    child.on('exit', (code) => {
      closeSync(out)
      const lastLines = readFileSync(asked.log, 'utf8').trimEnd().split('\n').slice(-20)
      resolve({ code: code ?? 137, seconds: (performance.now() - began) / 1000, lastLines })
    })
  })
}
