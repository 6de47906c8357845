/** Rewrites the hints of commands for a client that calls tools: the same remedies under the names of tools. */
import { DESCRIBED_ASKS } from '../core/ask/ask-help.ts'
import type { Console } from '../app/console/console.ts'

const TOOLS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    DESCRIBED_ASKS.flatMap(({ by, commands, tool }) =>
      by === 'people' && typeof tool === 'string' ? commands.map((typed) => [typed, tool]) : [],
    ),
  ),
  attention: 'wait_for_attention',
  compare: 'compare_runs',
  conflicts: 'show_conflicts',
  costs: 'show_costs',
  diff: 'diff_task',
  explain: 'explain_task',
  foresee: 'foresee',
  logs: 'task_log',
  report: 'run_report',
  run: 'start_run',
  runs: 'list_runs',
  simulate: 'simulate_plan',
  status: 'run_status',
  suggest: 'suggest_order',
  take: 'take_result',
  validate: 'validate_plan',
  watch: 'wait_for_attention',
}

const FLAGS: readonly (readonly [RegExp, string])[] = [
  [/--resume\b/g, 'unfinished: "resume"'],
  [/ --batch (\d+)/g, ', batch: $1'],
  [/--new\b/g, 'unfinished: "new"'],
  [/--(agent|isolation) (<?\w+>?)/g, '$1: "$2"'],
  [/(?<!\S)-p (\d+)/g, 'parallel: $1'],
  [/(?<=take_result )--(merge|check|push|undo)\b/g, 'way: "$1"'],
  [/(?<=take_result )--branch (<?\w+>?)/g, 'way: "branch", name: "$1"'],
  [/(?<=take_result )--patches (<?\w+>?)/g, 'way: "patches", folder: "$1"'],
]

/** For tools whose answers contain no texts by the user. */
export const tellingTools = (console: Console): Console => ({
  ...console,
  say: (text) => console.say(inToolWords(text)),
  answer: (text, document) => console.answer(inToolWords(text), document),
})

/** For tools whose answers contain such texts: rewrites only lines that are there to be typed. */
export const tellingToolsInWays = (console: Console): Console => ({
  ...console,
  answer: (text, document) =>
    console.answer(
      text.replaceAll(/^(?: +|Continue with: )conductor .*$/gm, inToolWords),
      document,
    ),
})

export const inToolWords = (text: string): string =>
  FLAGS.reduce(
    (reworded, [flag, input]) => reworded.replaceAll(flag, input),
    text.replaceAll(/\bconductor (\w+)\b/g, (typed, name: string) => TOOLS[name] ?? typed),
  )
