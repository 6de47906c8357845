/** The schema of one task in a plan file. */
import { z } from 'zod'
import { noneOr, retryShape } from '../config/retry-fields.ts'
import type { Priority, PullRequestStrategy, TaskFlag } from '../core/plan/plan.ts'
import { PRIORITY_WORDS } from '../core/plan/priority.ts'
import {
  duration,
  environment,
  field,
  integer,
  listOrOne,
  matching,
  oneOf,
  positiveNumber,
  repository,
  size,
  text,
  yesNo,
} from '../yaml-file/fields.ts'
import type { Synonyms } from '../yaml-file/check-value.ts'

const taskIdText = matching(
  /^[A-Za-z0-9_-]{1,50}$/,
  'a task id: 1 to 50 letters, digits, "-" and "_"',
)

const PRIORITIES: ReadonlyMap<unknown, Priority> = new Map<unknown, Priority>([
  ...Object.entries(PRIORITY_WORDS),
  ...([1, 2, 3, 4, 5] as const).map((level) => [level, level] as const),
])

const priority = field(
  (value, refuse) => PRIORITIES.get(value) ?? refuse('high, medium, low or a number from 1 to 5'),
)

const FLAGS: readonly TaskFlag[] = ['not_ready', 'needs_design', 'sensitive']

const STRATEGIES: readonly PullRequestStrategy[] = [
  'create',
  'draft',
  'none',
  'aggressive',
  'normal',
  'patient',
  'manual',
]

export const pullRequestStrategy = oneOf(...STRATEGIES)
export const pullRequestTimeout = duration(60, 7200)
export const retryPolicy = noneOr(
  z.strictObject(retryShape({ initialDelay: 0, maxDelay: 0 })).partial(),
)

export const taskSchema = z
  .strictObject({
    id: taskIdText,
    name: text(100),
    prompt: text(),
    run: text(),
    expected_deliverable: text(),
    dependencies: z.array(text()),
    priority,
    estimate: duration(),
    files: listOrOne(text()),
    together_with: listOrOne(text()),
    apart_from: listOrOne(text()),
    flags: listOrOne(oneOf(...FLAGS)),
    domain: text(50),
    epic: text(),
    agent: text(),
    model: text(),
    agent_arguments: listOrOne(text()),
    budget_usd: positiveNumber,
    ask_first: listOrOne(text(50)),
    check: text(),
    timeout: duration(),
    retry_policy: retryPolicy,
    resources: z.strictObject({ cpu: positiveNumber, memory: size }).partial(),
    pr_strategy: pullRequestStrategy,
    auto_pr_timeout: pullRequestTimeout,
    repository,
    needs_human: yesNo,
    env: environment,
    issue: integer(1, Number.MAX_SAFE_INTEGER),
  })
  .partial()
  .required({ id: true })

export type SaidTask = z.output<typeof taskSchema>

/** The names that other tools use for our keys. */
export const TASK_SYNONYMS: Synonyms = {
  description: 'prompt',
  instructions: 'prompt',
  command: 'run',
  cmd: 'run',
  script: 'run',
  title: 'name',
  depends_on: 'dependencies',
  needs: 'dependencies',
  after: 'dependencies',
  requires: 'dependencies',
  environment: 'env',
  retry: 'retry_policy',
  retries: 'retry_policy',
  github_issue: 'issue',
}
