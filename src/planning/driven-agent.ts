/** Planning by any agent with a command: it reads the question from its standard input and prints JSON. */
import { NO_USAGE } from '../core/agent/usage.ts'
import { lastLinesOf } from '../core/text/plain-text.ts'
import { askProgram, type ProgramEnd } from './ask-program.ts'
import { jsonInText } from './json-in-text.ts'
import { foreignWords, modelFailure, stoppedBy } from './model-failure.ts'
import type { ModelAnswer, PlanningModel } from './planning-model.ts'
import { inOneText } from './with-schema.ts'

export interface DrivenAgentOptions {
  readonly agent: string
  /** One line for the shell, as in the settings of the agent. */
  readonly line: string
  readonly environment: Readonly<Record<string, string>>
}

export function drivenAgent({ agent, line, environment }: DrivenAgentOptions): PlanningModel {
  const name = `the agent "${agent}"`
  return {
    backend: 'agent',
    name,
    async ask(question, signal) {
      const command = ['/bin/sh', '-c', line]
      const end = await askProgram({ command, environment, input: inOneText(question) }, signal)
      return end.is === 'stopped' ? stoppedBy(signal, name) : answerIn(end, name)
    },
  }
}

const NOT_FOUND = 127

/** An answer counts whatever the exit code is, because agents report other things by it. */
function answerIn(end: Exclude<ProgramEnd, { is: 'stopped' }>, name: string): ModelAnswer {
  if (end.is === 'cannot-start')
    return modelFailure('error', `${name} cannot be started: ${foreignWords(end.reason)}`)
  const value = jsonInText(end.output)
  if (value !== null) return { is: 'answer', value, model: null, usage: NO_USAGE }
  const words = foreignWords(lastLinesOf(end.errors || end.output, 3).join(' '))
  if (end.code === NOT_FOUND)
    return modelFailure('missing-cli', `${name} is not installed: ${words}`, {
      remedy: 'correct its command, or PATH',
    })
  return end.code === 0
    ? modelFailure('malformed', `${name} did not answer with JSON`)
    : modelFailure('error', `${name} failed with exit code ${end.code}: ${words || 'no words'}`)
}
