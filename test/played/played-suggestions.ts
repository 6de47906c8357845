/** Suggestions of a simulated repository: the real suggester, with its counts in memory. */
import { ASSUMED_TIMES } from '../../src/core/ordering/predict-time.ts'
import { NO_USE, withUse, type SuggestionUse } from '../../src/core/ordering/suggestion-use.ts'
import type { ServedSuggestions } from '../../src/server/served/served-workspaces.ts'
import { openSuggester, type SuggesterSettings } from '../../src/suggest/suggester.ts'
import { suggestionCache } from '../../src/suggest/suggestion-cache.ts'

const USUAL: SuggesterSettings = {
  agents: 3,
  usual: ASSUMED_TIMES,
  rules: {},
  ttlSeconds: 300,
  timeoutSeconds: 60,
  claude: {
    modelName: null,
    open: async () => ({ model: null, because: 'ANTHROPIC_API_KEY is not set' }),
  },
}

export function playedSuggestions({
  isOff = false,
  ...settings
}: Partial<SuggesterSettings> & { readonly isOff?: boolean }): ServedSuggestions {
  const all: SuggesterSettings = { ...USUAL, ...settings }
  const suggester = openSuggester({ cache: suggestionCache(Date.now), now: Date.now })
  let use: SuggestionUse = NO_USE
  return {
    async standing() {
      const claude = await all.claude.open()
      return {
        enabled: !isOff,
        can_ask_claude: claude.model !== null,
        because: claude.model === null ? claude.because : null,
        model: all.claude.modelName,
        cache_ttl_seconds: all.ttlSeconds,
      }
    },
    suggest: (asked) => suggester.suggest(asked, all),
    use: { all: () => use, add: (entry) => void (use = withUse(use, entry)) },
  }
}
