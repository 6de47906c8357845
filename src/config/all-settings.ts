/** Every setting, once: the values it takes, its default, what it is for, and its flag. */
import { z } from 'zod'
import { USUAL_WARN_ABOVE } from '../core/plan/collision-settings.ts'
import { USUAL_MESSAGE } from '../core/report/notification.ts'
import { DEFAULT_RETRY } from '../core/run/retry-policy.ts'
import {
  duration,
  environment,
  field,
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
import { notification } from './notification-field.ts'
import { retryShape } from './retry-fields.ts'
import { bytes, seconds, section, setting } from './setting-spec.ts'

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

/** USD per million tokens. A cache price that is not given is the price of the input. */
const price = z.strictObject({
  input: positiveNumber,
  output: positiveNumber,
  cache_read: positiveNumber.optional(),
  cache_write: positiveNumber.optional(),
})

/** A prefix that gives a valid git branch name together with the name of a lane; may be empty. */
const branchPrefix = matching(
  /^(?![-./])(?!.*(?:\.\.|\/\/|\/\.|\.lock\/|@\{))[^\x00-\x20\x7f~^:?*[\\]*$/u,
  'the beginning of a branch name, such as "agents/"',
)

/** An origin as browsers send it in the `Origin` header. */
const origin = matching(
  /^https?:\/\/[^\s/?#@\\]+$/,
  'an origin without a path, such as "https://board.example.com"',
)

/** From 0 to 1, or a word. */
const probabilityOr = <const Word extends string>(word: Word) =>
  field((value, refuse): number | Word => {
    if (value === word) return word
    if (typeof value === 'number' && value >= 0 && value <= 1) return value
    const hint =
      typeof value === 'number' && value > 1 && value <= 100
        ? `${value} % is ${value / 100}`
        : undefined
    return refuse(`a number from 0 to 1, or ${word}`, hint)
  })

const SOME = Number.MAX_SAFE_INTEGER

const retry = retryShape({ initialDelay: 1, maxDelay: 10 })

export const SETTINGS = {
  agent: setting(text().nullable(), null, 'the agent for tasks with a prompt that name no agent', {
    flag: '--agent',
  }),
  agents: setting(
    z.record(z.string(), agent),
    {},
    '`name: { driver, command, model, arguments, env, pass, permissions }`; see docs/agents.md',
  ),
  prompt: setting(
    text().nullable(),
    null,
    'the template of prompts, relative to the top of the repository; see docs/prompts.md',
    { unset: 'built in' },
  ),
  parallel: setting(
    integer(1, SOME),
    3,
    'the maximum number of tasks at once; 1 means one after another',
    {
      flag: '--parallel',
    },
  ),
  max_agents: setting(integer(1, 100), 10, 'the maximum for a configured `parallel`', {
    flag: '--max-agents',
  }),
  max_worktrees: setting(
    integer(1, 100),
    4,
    'the maximum number of worktrees in use (S1); a larger `parallel` raises it, unless you set both',
  ),
  isolation: setting(
    oneOf('auto', 'worktree', 'none'),
    'auto',
    'where tasks work: in their own worktrees, or in the current folder (`none`); `auto` is `worktree` in a git repository and `none` elsewhere',
    { flag: '--isolation' },
  ),
  setup: setting(
    text().nullable(),
    null,
    'a command that prepares a new worktree, e.g. `npm ci`; also for the worktrees of checks',
  ),
  check: setting(
    text().nullable(),
    null,
    'a command that must succeed on the merged tree before a task lands (L3); a task may have its own',
  ),
  timeout: seconds(duration().nullable(), null, 'for tasks without their own timeout, e.g. 30m', {
    flag: '--timeout',
  }),
  default_repository: setting(
    repository.nullable(),
    null,
    'told to agents; defaults to the remote `origin`; see docs/prompts.md',
  ),
  retry: section('takes effect when any of its keys is set', {
    max_attempts: setting(retry.max_attempts, DEFAULT_RETRY.maxAttempts, 'including the first try'),
    initial_delay: seconds(
      retry.initial_delay,
      DEFAULT_RETRY.initialDelaySeconds,
      'before the second try; at least 1 second',
    ),
    backoff_factor: setting(
      retry.backoff_factor,
      DEFAULT_RETRY.backoffFactor,
      'each delay is this many times the previous one',
    ),
    max_delay: seconds(
      retry.max_delay,
      DEFAULT_RETRY.maxDelaySeconds,
      'the longest delay; at least 10 seconds',
    ),
    jitter: setting(
      retry.jitter,
      DEFAULT_RETRY.jitter,
      'varies each delay at random by up to this share',
    ),
  }),
  budget_usd: setting(
    positiveNumber.nullable(),
    null,
    'the budget of a run for models, in USD; see docs/costs.md',
    { flag: '--budget' },
  ),
  planning: section('by which model `conductor plan` makes plans; see docs/planning-models.md', {
    backend: setting(
      oneOf('auto', 'api', 'cli', 'agent', 'offline'),
      'auto',
      'the Anthropic API, `claude`, the configured `agent`, or no model; `auto` is `api` with ANTHROPIC_API_KEY, else `cli` if somebody is logged in there, else `offline`',
    ),
    model: setting(
      text().nullable(),
      null,
      'the model that plans, e.g. `opus` or `claude-opus-5-5`; not for `agent`',
      { unset: 'claude-sonnet-5-5 for `api`, its own choice for `cli`' },
    ),
    timeout: seconds(
      duration(),
      600,
      'the time limit of all questions of one plan together; after it the plan is made offline',
    ),
  }),
  editor: setting(
    text().nullable(),
    null,
    'what opens worktrees and files: `vscode`, `cursor`, `zed`, `jetbrains`, or a command such as `code --goto {file}:{line}`. A command counts only in the configuration in your home folder, or in CONDUCTOR_EDITOR; see docs/editors.md',
    { unset: 'your choice in the page; `$VISUAL` or `$EDITOR` in a terminal' },
  ),
  terminal: setting(
    yesNo,
    false,
    'whether the web app may open terminals in worktrees; counts only in the configuration in your home folder, or in CONDUCTOR_TERMINAL. See docs/editors.md',
  ),
  parallelization_enabled: setting(
    yesNo,
    true,
    'whether orderings of workspaces are suggested; without it the button is hidden and the API answers 403. See docs/suggest-order.md',
  ),
  parallelization_model: setting(
    text().nullable(),
    null,
    'the model that suggests orderings, e.g. `sonnet`; the key comes from ANTHROPIC_API_KEY only',
    { unset: 'claude-sonnet-4-20250514 for the API, its own choice for `claude`' },
  ),
  parallelization_cache_ttl_seconds: setting(
    integer(0, SOME),
    300,
    "for so long Claude's orderings of the same workspaces are used again; 0: not at all",
  ),
  parallelization_cache_file: setting(
    yesNo,
    false,
    'whether they are also kept in a file, and so survive a restart',
  ),
  parallelization_timeout: seconds(
    duration(),
    60,
    'the time limit of Claude for orderings; after it the offline orderings stand alone',
  ),
  parallelization_rules: setting(
    z.record(z.string(), oneOf('first', 'last')),
    {},
    '`pattern of branches: first` or `last`, e.g. `"hotfix/*": first`; adds an ordering by these rules',
  ),
  prices: setting(
    z.record(z.string(), price),
    {},
    '`model pattern: { input, output, cache_read, cache_write }` in USD per million tokens',
  ),
  issues: section('which issues of the forge become tasks; see docs/issues.md', {
    trusted_authors: setting(
      listOrOne(text()),
      ['members'],
      'whose issues are taken: logins, `members` (owners, members and collaborators of the repository) or `anyone`',
    ),
    take_assigned: setting(
      yesNo,
      false,
      'whether issues that are assigned to other people are taken; unassigned issues and your own always are',
    ),
    labels: setting(
      listOrOne(text()),
      [],
      'only issues with all of these labels are listed, unless `--label` names others; an issue with one of them counts as ready',
    ),
  }),
  resources: section('what all tasks together may use of the machine', {
    cpu: setting(positiveNumber.nullable(), null, 'processors, e.g. 4', { unset: 'all' }),
    memory: bytes(size.nullable(), null, 'e.g. 16GB', { unset: 'all' }),
  }),
  ask_first: setting(
    z.record(z.string(), listOrOne(text())),
    {},
    '`area: [files]`; agents must ask before they change these, e.g. `security: ["src/auth/**"]`; see docs/supervision.md',
  ),
  sensitive_areas: setting(
    z.record(z.string(), listOrOne(text())),
    {},
    '`area: [words and globs]`; a plan flags tasks that touch these, besides secrets, auth, migrations, ci, billing, security and performance. `[]` turns an area off; see docs/planning.md',
  ),
  worktrees: section('', {
    root: setting(text(), '..', 'the folder for worktrees, relative to the top of the repository'),
    branch_prefix: setting(
      branchPrefix,
      '',
      'a prefix for the name of each branch, e.g. `agents/`',
    ),
    max_disk: bytes(
      size.nullable(),
      null,
      'when all worktrees together use more disk space, the run and `conductor worktrees` say so, e.g. 20GB',
      { unset: 'no limit' },
    ),
    ports: setting(integer(1024, 65_000), 20_000, 'the first port for worktrees'),
    ports_each: setting(
      integer(1, 1000),
      10,
      'the number of ports of each worktree, starting at `CONDUCTOR_PORT`',
    ),
  }),
  land: section('', {
    into: setting(
      text().nullable(),
      null,
      'the branch that work lands on, instead of `conductor/run-<n>`. It must not be checked out anywhere (L7)',
      { unset: 'the branch of the run', flag: '--into' },
    ),
    on_top: setting(
      yesNo,
      false,
      'a new run begins at the result of the previous run, as long as that has not been taken',
      { flag: '--on-top' },
    ),
    review: setting(yesNo, false, 'a person approves each delivery before it lands'),
    resolver: setting(
      text().nullable(),
      null,
      'the agent that resolves conflicts and red checks (L4); one of `agents`',
      { unset: "the task's own agent" },
    ),
    train: setting(
      integer(1, 64),
      8,
      'the maximum number of deliveries that are checked together (L5)',
    ),
    parallel_checks: setting(
      integer(1, 16),
      2,
      'the number of trains that are checked at once (L5)',
    ),
    check_timeout: seconds(
      duration().nullable(),
      null,
      'the time limit of a check, e.g. 20m; a longer check is red (exit code 124). Also limits the setup before a check',
    ),
  }),
  scheduling: section('', {
    strict_batches: setting(yesNo, false, 'batches one after another (S10)', {
      flag: '--strict-batches',
    }),
    allow_collisions: setting(yesNo, false, 'tasks that name the same file run at once (S5)', {
      flag: '--allow-collisions',
    }),
    stacked: setting(
      yesNo,
      false,
      'start a task on top of the branches of its dependencies, before they have landed (S2)',
      { flag: '--stacked' },
    ),
    aging: seconds(
      duration(),
      1800,
      'after each such waiting time a task becomes one priority level more urgent (S4)',
    ),
  }),
  collisions: section(
    'which tasks do not work at once because they may change the same files (S5); see docs/scheduling.md',
    {
      foresee: setting(
        yesNo,
        true,
        'whether the files of tasks with a prompt are predicted from the history of the repository; see docs/foresight.md',
      ),
      apart_above: setting(
        probabilityOr('auto'),
        'auto',
        'tasks that are more likely than this to change a common file run one after another; `auto` is chosen by simulation',
      ),
      warn_above: setting(
        number(0, 1),
        USUAL_WARN_ABOVE,
        'pairs that are more likely than this to collide are shown',
      ),
      rules: setting(
        z.record(z.string(), oneOf('ignore', 'warn', 'apart')),
        {},
        '`glob: rule`, with `ignore`, `warn` or `apart`; they come before the built-in rules: lockfiles, changelogs and generated files are ignored, and of migrations any two count as the same file',
      ),
    },
  ),
  supervision: section(
    'when the condition of an agent is reported; nothing is stopped because of it',
    {
      silent_after: seconds(
        duration(),
        300,
        'an agent is silent after this time without output or activity',
      ),
      stale_after: seconds(
        duration(),
        90,
        'an agent is stale after this time without a sign of life of its process',
      ),
      hindered_for: seconds(
        duration(),
        300,
        'without a view: how long a run waits when the machine blocks it (for example a full disk), before it stops with exit code 3; see docs/crash-safety.md',
      ),
    },
  ),
  transcript: section('', {
    max_size: bytes(
      size,
      20_000_000,
      'the maximum for the output of one attempt; the older half is dropped',
    ),
  }),
  server: section('API and web app; see docs/web.md', {
    web: setting(
      yesNo,
      true,
      'whether a run serves them, unless it has `--no-web`, `--no-ui` or `--json`; `conductor serve` always does',
    ),
    port: setting(
      integer(1024, 65_535),
      4700,
      'the first port to try; if it is taken, the next free one. The flag `--port` is exact',
    ),
    host: setting(
      text(),
      '127.0.0.1',
      'the address of `conductor serve`; an address that other machines can reach needs `--allow-remote`. A run is only served on this machine',
    ),
    allowed_origins: setting(
      listOrOne(origin),
      [],
      'origins whose pages may use the server, e.g. `https://board.example.com` for a proxy in front of it',
    ),
  }),
  pull_requests: section('how the work of lanes becomes pull requests; see docs/pull-requests.md', {
    open: setting(
      yesNo,
      false,
      'whether each lane with work becomes a pull request, stacked where it depends on another',
      { flag: '--pr' },
    ),
    forge: setting(
      oneOf('auto', 'github', 'git'),
      'auto',
      'where pull requests are: on GitHub, or, on any other remote, kept by Conductor; `auto` looks at the address of the remote that is pushed to',
    ),
    remote: setting(text().nullable(), null, 'the remote that branches are pushed to', {
      unset: 'the only remote, or `origin`',
    }),
    into: setting(text().nullable(), null, 'the branch that pull requests go into', {
      unset:
        'the branch the run came from, if the remote has it, else the default branch of the remote',
    }),
    labels: setting(listOrOne(text()), [], 'labels that each pull request gets'),
    reviewers: setting(
      listOrOne(text()),
      [],
      'people, or teams as `organisation/team`, whose review is requested when a pull request is ready',
    ),
    rounds: setting(
      integer(0, 20),
      3,
      'how often failed checks and comments on one pull request go to its agent, before you have to decide',
    ),
    listen_to: setting(
      oneOf('members', 'anyone'),
      'members',
      'whose comments an agent gets: bots and people who belong to the repository, or everybody',
    ),
    template: setting(
      text().nullable(),
      null,
      'a file in the repository for the text of a pull request, with {summary}, {tasks}, {checks}, {test_plan}, {closes} and {stack}',
      { unset: 'the default text' },
    ),
    refresh: seconds(
      duration(10),
      120,
      'the time after which a run, `conductor serve` or `conductor pr sync --follow` looks at its pull requests again',
    ),
    webhook_secret_env: setting(
      text().nullable(),
      null,
      'the name of the environment variable with the secret of webhooks of GitHub, which `conductor serve` then takes at /api/webhooks/github',
      { unset: 'no webhooks are taken' },
    ),
  }),
  workspaces: section('which workspaces the tracker shows, and how fresh; see docs/workspaces.md', {
    stale: seconds(
      duration(60),
      1800,
      'after this time without activity a workspace has the oldest colour of freshness; after 24 times as long it counts as stale',
    ),
    branches_since: seconds(
      duration(3600),
      1_209_600,
      'a branch without a worktree is shown if its newest commit is not older, and so is a pull request without a workspace',
    ),
    max_branches: setting(
      integer(0, 1000),
      50,
      'the maximum number of branches without a worktree; the newest are shown',
    ),
    remote_branches: setting(
      yesNo,
      false,
      'whether branches that only a remote has are shown, too',
    ),
    pull_requests: setting(
      oneOf('all', 'workspaces', 'none'),
      'all',
      'which open pull requests of GitHub are shown: all, only those of workspaces, or none; needs a token',
    ),
    pr_refresh: seconds(
      duration(30),
      900,
      'the time after which pull requests are asked for again',
    ),
    ci_pending: seconds(duration(30), 300, 'the same while a check of a pull request is running'),
    ci_unknown: seconds(duration(30), 600, 'the same while a pull request has no check'),
    conductor_app: setting(
      text().nullable(),
      null,
      'the database of the Mac app of the same name, which is only read; `none` ignores it',
      { unset: 'its usual place' },
    ),
  }),
  coverage: setting(
    text().nullable(),
    null,
    'a `coverage-summary.json` or `lcov.info` that your `check` writes, relative to the folder of the run; read after the check, in place at the end of the run',
  ),
  ui: section('the live view; see docs/terminal-view.md', {
    theme: setting(
      oneOf('default', 'cyberpunk', 'minimal', 'solarized-dark', 'dracula'),
      'default',
      'the colours',
    ),
    refresh_rate: setting(integer(1, 60), 10, 'frames a second'),
    show_splash: setting(yesNo, true, 'whether it first shows the name of the run'),
    splash_duration: seconds(duration(), 2, 'for how long, unless a key is pressed'),
  }),
  notifications: section(
    'how you are notified: `{type: terminal}`, `desktop`, `sound`, `command` or `webhook`; see docs/attention.md',
    {
      on_attention: setting(
        z.array(notification),
        [{ type: 'terminal', message: USUAL_MESSAGE }],
        'when something begins to need you; `[]` for silence',
      ),
      on_complete: setting(z.array(notification), [], 'when everything has landed'),
      on_failure: setting(
        z.array(notification),
        [],
        'when the run is over and not everything has landed',
      ),
      quiet: seconds(
        duration(),
        300,
        'the minimum time between two notifications for the same reason',
      ),
    },
  ),
}

/** Settings that files made for older programs may have; `Config` does not have them. */
export const OLDER_SETTINGS = {
  execution: section('', {
    parallel_mode: setting(yesNo, true, 'older name: `false` counts as `parallel: 1`'),
    max_parallel_tasks: setting(integer(1, 10), 3, 'older name; counts as `parallel`'),
  }),
}
