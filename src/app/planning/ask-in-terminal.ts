/** Asks the user back before tasks are made: what is ready, what is independent, what needs a design, what is sensitive. */
import { createInterface } from 'node:readline/promises'
import { NO_USAGE, type Usage } from '../../core/agent/usage.ts'
import { planOffline } from '../../core/planning/offline/plan-offline.ts'
import { askBack } from '../../planning/ask-back.ts'
import type { Planner } from '../../planning/make-plan.ts'
import type { PlanRequest } from '../../planning/prompts/plan-request.ts'
import { Complaint } from '../console/complain.ts'
import type { Console } from '../console/console.ts'
import type { AskedUser } from './plan-here.ts'

interface ToAsk {
  readonly question: string
  readonly why: string
  readonly options: readonly string[]
}

export async function askInTerminal(
  request: PlanRequest,
  planner: Planner,
  console: Console,
  signal: AbortSignal,
): Promise<AskedUser> {
  if (!process.stdin.isTTY || console.json)
    throw new Complaint(
      '--interactive needs a terminal to ask in',
      'leave it out, and write what you would answer into the requirements',
    )
  const { questions, found, usage } = await questionsFor(request, planner, signal)
  found.forEach((line) => console.say(line))
  if (questions.length === 0)
    console.say('There is nothing to ask: the requirements are clear enough.')
  const answers = await askAll(questions, console, signal)
  const requirements = withAnswers(request.requirements, answers, planner)
  return { request: { ...request, answers, requirements }, usage }
}

interface Questions {
  readonly questions: readonly ToAsk[]
  /** What was found out, in lines for people. */
  readonly found: readonly string[]
  readonly usage: Usage
}

async function questionsFor(
  request: PlanRequest,
  { model }: Planner,
  signal: AbortSignal,
): Promise<Questions> {
  const asked = model === null ? null : await askBack(request, model, signal)
  const usage = asked?.usage ?? NO_USAGE
  if (asked === null || asked.is === 'failed') return { ...offlineQuestions(request), usage }
  const found = [
    ...line('Ready', asked.ready),
    ...line('Independent', asked.independent),
    ...line('Needs a design first', asked.needsDesign),
    ...line('Sensitive', asked.sensitive),
  ]
  return { questions: asked.questions, found, usage }
}

/** Without a model: what the flags of an offline plan leave open. */
function offlineQuestions(request: PlanRequest): Omit<Questions, 'usage'> {
  const { tasks } = planOffline(request, request.facts)
  const flagged = tasks.flatMap((task) => task.flags.map((flag) => ({ task, ...flag })))
  const open = flagged.filter(({ flag }) => flag !== 'sensitive')
  const ready = tasks.filter(({ id }) => !open.some(({ task }) => task.id === id))
  return {
    questions: open
      .slice(0, MOST_QUESTIONS)
      .map(({ task, why }) => ({ question: `${task.name}: what is decided?`, why, options: [] })),
    found: [
      ...line(
        'Ready',
        ready.map(({ name }) => name),
      ),
      ...line(
        'Independent',
        tasks.filter(({ dependencies }) => dependencies.length === 0).map(({ name }) => name),
      ),
      ...line(
        'Needs a design first',
        flagged.filter(({ flag }) => flag === 'needs_design').map(({ task }) => task.name),
      ),
      ...line(
        'Sensitive',
        flagged.filter(({ flag }) => flag === 'sensitive').map(({ task }) => task.name),
      ),
    ],
  }
}

const MOST_QUESTIONS = 5

const line = (label: string, names: readonly string[]): readonly string[] =>
  names.length === 0 ? [] : [`${label}: ${names.join('; ')}`]

async function askAll(
  questions: readonly ToAsk[],
  console: Console,
  signal: AbortSignal,
): Promise<PlanRequest['answers']> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answers: PlanRequest['answers'][number][] = []
    for (const { question, why, options } of questions) {
      console.say(`\n${question}${why === '' ? '' : `\n  ${why}`}`)
      options.forEach((option, i) => console.say(`  ${i + 1} ${option}`))
      const typed = (await terminal.question('> ', { signal })).trim()
      const answer = options[Number(typed) - 1] ?? typed
      if (answer !== '') answers.push({ question, answer })
    }
    return answers
  } finally {
    terminal.close()
  }
}

/** A model gets the answers beside the requirements; the offline planner reads only the requirements. */
const withAnswers = (
  requirements: string,
  answers: PlanRequest['answers'],
  { model }: Planner,
): string =>
  model !== null || answers.length === 0
    ? requirements
    : `${requirements}\n\n## Decided\n\n${answers.map(({ question, answer }) => `${question} ${answer}`).join('\n\n')}\n`
