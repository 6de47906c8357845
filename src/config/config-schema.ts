/** Every setting there is, as files say it. All are optional: what nobody says has a default. */
import { z } from 'zod'
import {
  duration,
  environment,
  integer,
  listOrOne,
  matching,
  number,
  oneOf,
  positiveNumber,
  repository,
  size,
  text,
  yesNo,
} from '../yaml-file/fields.ts'
import { notifications } from './notifications.ts'
import { retryFields } from './retry-fields.ts'

const variableName = matching(
  /^[A-Za-z_]\w*\*?$/,
  'the name of an environment variable, or its beginning and "*"',
)

const agent = z
  .strictObject({
    driver: oneOf('command', 'claude', 'acp'),
    command: listOrOne(text()),
    model: text(),
    arguments: listOrOne(text()),
    env: environment,
    pass: listOrOne(variableName),
    permissions: oneOf('work', 'ask', 'all'),
  })
  .partial()

/** USD per million tokens. What is not said of the cache costs what the input does. */
const price = z.strictObject({
  input: positiveNumber,
  output: positiveNumber,
  cache_read: positiveNumber.optional(),
  cache_write: positiveNumber.optional(),
})

/** What may stand before the name of a lane so that git takes the whole for a branch; may be empty. */
const branchPrefix = matching(
  /^(?![-./])(?!.*(?:\.\.|\/\/|\/\.|\.lock\/|@\{))[^\x00-\x20\x7f~^:?*[\\]*$/u,
  'the beginning of a branch name, such as "agents/"',
)

/** What browsers send as `Origin`. */
const origin = matching(
  /^https?:\/\/[^\s/?#@\\]+$/,
  'an origin without a path, such as "https://board.example.com"',
)

const SOME = Number.MAX_SAFE_INTEGER

export const configSchema = z
  .strictObject({
    agent: text().nullable(),
    agents: z.record(z.string(), agent),
    prompt: text().nullable(),
    parallel: integer(1, SOME),
    max_agents: integer(1, 100),
    max_worktrees: integer(1, 100),
    isolation: oneOf('auto', 'worktree', 'none'),
    check: text().nullable(),
    setup: text().nullable(),
    timeout: duration().nullable(),
    retry: retryFields({ initialDelay: 1, maxDelay: 10 }),
    resources: z
      .strictObject({ cpu: positiveNumber.nullable(), memory: size.nullable() })
      .partial(),
    budget_usd: positiveNumber.nullable(),
    ask_first: z.record(z.string(), listOrOne(text())),
    prices: z.record(z.string(), price),
    default_repository: repository.nullable(),
    worktrees: z
      .strictObject({
        root: text(),
        branch_prefix: branchPrefix,
        max_disk: size.nullable(),
        ports: integer(1024, 65_000),
        ports_each: integer(1, 1000),
      })
      .partial(),
    land: z
      .strictObject({
        into: text().nullable(),
        review: yesNo,
        resolver: text().nullable(),
        train: integer(1, 64),
        parallel_checks: integer(1, 16),
        check_timeout: duration().nullable(),
      })
      .partial(),
    scheduling: z
      .strictObject({
        strict_batches: yesNo,
        allow_collisions: yesNo,
        stacked: yesNo,
        aging: duration(),
      })
      .partial(),
    supervision: z
      .strictObject({ silent_after: duration(), stale_after: duration(), hindered_for: duration() })
      .partial(),
    transcript: z.strictObject({ max_size: size }).partial(),
    ui: z
      .strictObject({
        theme: oneOf('default', 'cyberpunk', 'minimal', 'solarized-dark', 'dracula'),
        refresh_rate: integer(1, 60),
        show_splash: yesNo,
        splash_duration: duration(),
      })
      .partial(),
    server: z
      .strictObject({
        web: yesNo,
        port: integer(1024, 65_535),
        host: text(),
        allowed_origins: listOrOne(origin),
      })
      .partial(),
    coverage: text().nullable(),
    notifications,
    execution: z
      .strictObject({ parallel_mode: yesNo, max_parallel_tasks: integer(1, 10) })
      .partial(),
    parallelization_enabled: yesNo,
    parallelization_cache_ttl_seconds: integer(0, SOME),
    parallelization_model: text().nullable(),
    mcp: z
      .strictObject({ server_url: text(), timeout: duration(), max_retries: integer(0, 100) })
      .partial(),
    auth: z
      .strictObject({ timeout: number(30, 600), check_interval: duration(), headless: yesNo })
      .partial(),
  })
  .partial()

/** What one source says: snake_case as in the file, durations in seconds, sizes in bytes. */
export type ConfigInput = z.output<typeof configSchema>
