/** The ACP agent of a script, as a process: `node acp-agent.ts '<script as JSON>'`. */
import { playAcpScript, type AcpScript } from '../scripted/acp-script.ts'

playAcpScript(JSON.parse(process.argv[2]!) as AcpScript, {
  input: process.stdin,
  output: process.stdout,
  folder: process.cwd(),
  gone: new AbortController().signal,
  print: (line) => void process.stderr.write(`${line}\n`),
  end: (how) => ('exit' in how ? process.exit(how.exit) : process.kill(process.pid, how.kill)),
})
