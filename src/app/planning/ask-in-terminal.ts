/** Asks the user back before tasks are made: what is ready, what is independent, what needs a design, what is sensitive. */
import { createInterface } from 'node:readline/promises'
import { NO_USAGE, type Usage } from '../../core/agent/usage.ts'
import type { TaskFlag } from '../../core/plan/plan.ts'
import type { DraftTask } from '../../core/planning/plan-draft.ts'
import { planOffline } from '../../core/planning/offline/plan-offline.ts'
import { askBack } from '../../planning/ask-back.ts'
import type { Planner } from '../../planning/make-plan.ts'
import type { PlanRequest } from '../../planning/prompts/plan-request.ts'
import { timeLimited } from '../../planning/time-limited.ts'
import { Complaint } from '../console/complain.ts'
import type { Console } from '../console/console.ts'
import type { AskedUser } from './plan-here.ts'
import { PlanningInterrupted } from './planning-failed.ts'

interface ToAsk {
  readonly question: string
  readonly why: string
  readonly options: readonly string[]
  /** The ids of the tasks that the question is about, in a plan that is made offline. Absent: it is about the whole plan. */
  readonly tasks?: readonly string[]
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
  const { questions, found, usage, because } = await questionsFor(request, planner, {
    console,
    signal,
  })
  if (because !== null) console.remark(`note: the questions are made offline: ${because}`)
  found.forEach((line) => console.say(line))
  console.say(sayHowToAnswer(questions))
  const answers = await askAll(questions, console, signal)
  return { request: { ...request, answers }, usage }
}

function sayHowToAnswer(questions: readonly ToAsk[]): string {
  if (questions.length === 0) return 'There is nothing to ask: the requirements are clear enough.'
  const isOffered = questions.some(({ options }) => options.length > 0)
  const type = isOffered
    ? 'Type your answer, or the number of a suggested one.'
    : 'Type your answer.'
  return `\n${type} Enter skips a question, Ctrl-D skips all others, Ctrl-C stops planning.`
}

interface Questions {
  readonly questions: readonly ToAsk[]
  /** What was found out, in lines for people. */
  readonly found: readonly string[]
  readonly usage: Usage
  /** Why no model was asked, although there is one; null: a model was asked, or there is none. */
  readonly because: string | null
}

async function questionsFor(
  request: PlanRequest,
  { model, timeoutSeconds }: Planner,
  { console, signal }: { readonly console: Console; readonly signal: AbortSignal },
): Promise<Questions> {
  if (model === null) return { ...offlineQuestions(request), usage: NO_USAGE, because: null }
  console.remark(`asking      ${model.name} looks for what is not clear`)
  const asked = await askBack(request, model, timeLimited(signal, timeoutSeconds))
  const { usage } = asked
  if (signal.aborted) throw new PlanningInterrupted()
  if (asked.is === 'failed') return { ...offlineQuestions(request), usage, because: asked.says }
  const remarks = [
    ...line('Ready', asked.ready),
    ...line('Independent', asked.independent),
    ...line('Needs a design first', asked.needsDesign),
    ...line('Sensitive', asked.sensitive),
  ]
  return { questions: asked.questions, found: remarks, usage, because: null }
}

/** Without a model: what the flags of an offline plan leave open. */
function offlineQuestions(request: PlanRequest): Pick<Questions, 'questions' | 'found'> {
  const { tasks, analysis } = planOffline(request, request.facts)
  const ofAll = analysis.unknowns.filter(isQuestion)
  const flagged = tasks.flatMap((task) => task.flags.map((flag) => ({ task, ...flag })))
  const open = flagged.filter(({ flag }) => flag !== 'sensitive')
  const ready = tasks.filter(({ id }) => !open.some(({ task }) => task.id === id))
  const withReasons = (wanted: TaskFlag): readonly string[] =>
    flagged
      .filter(({ flag }) => flag === wanted)
      .map(({ task, why }) => `${wishOf(task)} (${why.replace(/\.$/, '')})`)
  const byWish = [...Map.groupBy(open, ({ task }) => wishOf(task))]
  return {
    questions: [
      ...ofAll.map((question) => ({ question, why: '', options: [] })),
      ...byWish.map(([wish, flags]) => ({
        question: isQuestion(wish) ? wish : `What is decided about "${wish}"?`,
        why: [...new Set(flags.map(({ why }) => why))].join(' '),
        options: [],
        tasks: [...new Set(flags.map(({ task }) => task.id))],
      })),
    ].slice(0, MOST_QUESTIONS),
    found: [
      ...line(
        'Ready',
        ready.map(({ name }) => name),
      ),
      ...line(
        'Independent',
        tasks.filter(({ dependencies }) => dependencies.length === 0).map(({ name }) => name),
      ),
      ...line('Not ready', withReasons('not_ready')),
      ...line('Needs a design first', withReasons('needs_design')),
      ...line('Sensitive', withReasons('sensitive')),
    ],
  }
}

/** A wish may be a task for the server and one for the pages. */
const wishOf = ({ name }: DraftTask): string => name.replace(/: (?:server|pages)$/, '')

const isQuestion = (name: string): boolean => name.endsWith('?')

const MOST_QUESTIONS = 5

const line = (label: string, names: readonly string[]): readonly string[] =>
  names.length === 0 ? [] : [`${label}: ${[...new Set(names)].join('; ')}`]

async function askAll(
  questions: readonly ToAsk[],
  console: Console,
  signal: AbortSignal,
): Promise<PlanRequest['answers']> {
  using terminal = openTerminal(signal)
  const answers: PlanRequest['answers'][number][] = []
  for (const { question, why, options, tasks } of questions) {
    console.say(`\n${question}${why === '' ? '' : `\n  ${why}`}`)
    options.forEach((option, i) => console.say(`  ${i + 1} ${option}`))
    const typed = await terminal.ask('> ')
    if (typed === null) return answers
    const answer = options[Number(typed) - 1] ?? typed
    if (answer === '') continue
    if (tasks === undefined) answers.push({ question, answer })
    else answers.push(...tasks.map((task) => ({ question, answer, task })))
  }
  return answers
}

/**
 * A terminal that is read line by line takes Ctrl-C and Ctrl-D for itself. Ctrl-C interrupts planning; Ctrl-D means that
 * the user answers no more questions.
 */
function openTerminal(signal: AbortSignal) {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const closed = new Promise<null>((resolve) => lines.once('close', () => resolve(null)))
  const { promise: interrupted, reject } = Promise.withResolvers<never>()
  const interrupt = (): void => reject(new PlanningInterrupted())
  interrupted.catch(() => {})
  lines.on('SIGINT', interrupt)
  signal.addEventListener('abort', interrupt, { once: true })
  if (signal.aborted) interrupt()
  return {
    /** null: no more answers come. */
    async ask(prompt: string): Promise<string | null> {
      const typed = await Promise.race([lines.question(prompt), closed, interrupted])
      return typed?.trim() ?? null
    },
    [Symbol.dispose]: () => lines.close(),
  }
}
