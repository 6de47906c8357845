/** Suggestions for the web server and the command line: settings are read anew for each. */
import type { Config } from '../../config/config.ts'
import { inHome } from '../../core/value/home-paths.ts'
import type {
  ServedSuggestions,
  SuggestionStanding,
} from '../../server/served/served-workspaces.ts'
import { openSuggester } from '../../suggest/suggester.ts'
import { suggestionCache, type SuggestionCache } from '../../suggest/suggestion-cache.ts'
import { loadConfig } from '../plan/load-plan.ts'
import type { Workspace } from '../place/workspace.ts'
import { privateFile } from './cache-file.ts'
import { rememberedClaude } from './claude-here.ts'
import { keptUse } from './kept-use.ts'
import { suggestSettings } from './suggest-settings.ts'

export type SuggestionsHere = ServedSuggestions & AsyncDisposable

/** A setting that is wrong is a complaint. */
export function serveSuggestions(workspace: Workspace): SuggestionsHere {
  const { home } = workspace
  const claudeOf = rememberedClaude()
  const suggester = openSuggester({ cache: cacheIn(home, () => wantsFile), now: Date.now })
  let wantsFile = false
  const configNow = async (): Promise<Config> => {
    const { config } = await loadConfig(workspace, [])
    wantsFile = config.parallelizationCacheFile
    return config
  }
  return {
    async standing() {
      const config = await configNow()
      return standingOf(config, claudeOf(config))
    },
    async suggest(asked) {
      const config = await configNow()
      return suggester.suggest(asked, suggestSettings(config, claudeOf(config), workspace))
    },
    use: keptUse(home),
    [Symbol.asyncDispose]: () => suggester[Symbol.asyncDispose](),
  }
}

/** The file is read when the cache is first asked, because only then is it known whether there is to be one. */
function cacheIn(home: string, wantsFile: () => boolean): SuggestionCache {
  const inMemory = suggestionCache(Date.now)
  let inFile: SuggestionCache | null = null
  const current = (): SuggestionCache => {
    if (!wantsFile()) return inMemory
    return (inFile ??= suggestionCache(Date.now, privateFile(inHome(home, 'suggestions'))))
  }
  return {
    get: (hash) => current().get(hash),
    set: (hash, suggestions, ttl) => current().set(hash, suggestions, ttl),
    get size() {
      return current().size
    },
  }
}

async function standingOf(
  config: Config,
  claude: ReturnType<ReturnType<typeof rememberedClaude>>,
): Promise<SuggestionStanding> {
  const enabled = config.parallelizationEnabled
  const opened = enabled ? await claude.open() : { model: null, because: SWITCHED_OFF }
  return {
    enabled,
    can_ask_claude: opened.model !== null,
    because: opened.model === null ? opened.because : null,
    model: claude.modelName,
    cache_ttl_seconds: config.parallelizationCacheTtlSeconds,
  }
}

const SWITCHED_OFF = 'parallelization_enabled is false'
