/** The settings for the run in a plan file, besides its tasks. */
import type { ConfigInput } from '../config/config-schema.ts'
import { toRetryPolicy } from '../config/retry-fields.ts'
import { linesOf, type FileSettings } from '../config/settings.ts'
import type { Path } from '../yaml-file/problem.ts'
import type { SaidConfig, SaidPlan } from './plan-schema.ts'
import { DEFAULT_PULL_REQUEST, type TaskDefaults } from './to-task.ts'

export interface PlanFileSettings extends FileSettings {
  readonly taskDefaults: TaskDefaults
  /** Free notes of the author; Conductor reads only a name from them. */
  readonly metadata: Readonly<Record<string, unknown>>
}

export function toSettings(plan: SaidPlan, lineOf: (path: Path) => number): PlanFileSettings {
  const config = plan.config ?? {}
  const values = toValues(config, plan)
  return {
    values,
    lines: linesOf(values, (section, name) => lineOf(pathOf(config, section, name))),
    taskDefaults: toTaskDefaults(config),
    metadata: plan.metadata ?? {},
  }
}

/** The settings of the run, without those that only concern tasks. */
function toValues(config: SaidConfig, { notifications }: SaidPlan): ConfigInput {
  const { repository, default_retry_policy, ...rest } = config
  const { default_pr_strategy: _strategy, default_auto_pr_timeout: _timeout, ...same } = rest
  const default_repository = repository ?? config.default_repository
  const retry = default_retry_policy ?? config.retry
  return { ...same, default_repository, retry, notifications }
}

/** The place of a setting; a setting with two names stands under the one that the author chose. */
function pathOf(config: SaidConfig, section: string, name?: string): Path {
  const inner = name === undefined ? [] : [name]
  if (section === 'notifications') return [section, ...inner]
  if (section === 'retry' && config.default_retry_policy !== undefined) {
    return ['config', 'default_retry_policy', ...inner]
  }
  const isShort = section === 'default_repository' && config.repository !== undefined
  return ['config', isShort ? 'repository' : section, ...inner]
}

function toTaskDefaults(config: SaidConfig): TaskDefaults {
  const retry = config.default_retry_policy ?? config.retry
  return {
    check: config.check ?? null,
    timeoutSeconds: config.timeout ?? null,
    repository: config.repository ?? config.default_repository ?? null,
    retry: retry === undefined ? null : toRetryPolicy(retry),
    pullRequest: {
      strategy: config.default_pr_strategy ?? DEFAULT_PULL_REQUEST.strategy,
      timeoutSeconds: config.default_auto_pr_timeout ?? DEFAULT_PULL_REQUEST.timeoutSeconds,
    },
  }
}
