/** Claude as it can be asked for orderings here: found when it is first needed, and kept while the settings are the same. */
import { findModel } from '../plan/planner-for.ts'
import type { Config } from '../../config/config.ts'
import { DEFAULT_API_MODEL } from '../../planning/default-model.ts'
import { SUGGESTION_MODEL } from '../../suggest/default-model.ts'
import type { ClaudeAtHand, OpenedClaude } from '../../suggest/suggester.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Gives the same Claude again as long as nothing has changed that decides which one it is. */
export function rememberedClaude(
  environment: Environment = process.env,
): (config: Config) => ClaudeAtHand {
  let last: { readonly key: string; readonly opened: OpenedClaude; readonly at: number } | null =
    null
  return (config) => ({
    modelName: modelName(config, environment),
    async open() {
      const key = keyOf(config, environment)
      const isKept =
        last?.key === key && (last.opened.model !== null || Date.now() - last.at < LOOK_AGAIN)
      if (!isKept) last = { key, opened: await openClaude(config, environment), at: Date.now() }
      return last!.opened
    },
  })
}

/** Milliseconds after which a missing Claude is looked for again: the user may have logged in meanwhile. */
const LOOK_AGAIN = 30_000

/** The key itself is not kept, only whether there is one. */
const keyOf = (config: Config, environment: Environment): string =>
  JSON.stringify([
    config.planning.backend,
    config.parallelizationModel,
    config.agent,
    config.agents,
    hasKey(environment),
  ])

const hasKey = (environment: Environment): boolean =>
  Boolean(environment['ANTHROPIC_API_KEY']?.trim())

/** null: Claude Code, or another agent, uses the model that its user has chosen. */
function modelName({ planning, parallelizationModel }: Config, environment: Environment) {
  const isApi = planning.backend === 'api' || (planning.backend === 'auto' && hasKey(environment))
  return parallelizationModel ?? (isApi ? SUGGESTION_MODEL : null)
}

async function openClaude(config: Config, environment: Environment): Promise<OpenedClaude> {
  const { backend } = config.planning
  const wish = { config, named: config.parallelizationModel, environment }
  const choice = await findModel(backend, { ...wish, usualOfApi: SUGGESTION_MODEL })
  if (!choice.ok) return { model: null, because: choice.problem.message }
  const { model, because } = choice
  if (model === null) return { model: null, because: because ?? 'planning.backend is offline' }
  const isUsual = model.backend === 'api' && config.parallelizationModel === null
  const second = isUsual ? await findModel('api', { ...wish, usualOfApi: DEFAULT_API_MODEL }) : null
  return { model, instead: second?.ok ? second.model : null }
}
