import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../../../test/repository/temp-folder.ts'
import { NO_USE } from '../../core/ordering/suggestion-use.ts'
import { HOME, inHome } from '../../core/value/home-paths.ts'
import { keptUse } from './kept-use.ts'

describe('the use of suggestions', () => {
  it('is counted over all servers', () => {
    using home = tempFolder()
    keptUse(home.path).add({ is: 'engaged', event: 'clicked', seconds: null })
    keptUse(home.path).add({ is: 'asked', source: 'claude', seconds: 2, cost: 0.25 })
    expect(keptUse(home.path).all()).toMatchObject({
      engaged: { clicked: 1 },
      asked: { claude: 1 },
      cost_usd: 0.25,
      seconds: { claude: { count: 1, total_s: 2, longest_s: 2 } },
    })
  })

  it('does not make a repository again that was moved away', () => {
    using folder = tempFolder()
    const root = join(folder.path, 'shop')
    const use = keptUse(join(root, HOME))
    expect(() => use.add({ is: 'engaged', event: 'clicked', seconds: null })).toThrow(/is gone/)
    expect(existsSync(root)).toBe(false)
  })

  it.each(['', 'null', '{"asked": 5, "newest_feedback": {}, "cost_usd": "x"}'])(
    'counts from nothing when its file is %j',
    (text) => {
      using home = tempFolder()
      writeFileSync(inHome(home.path, 'suggestionUse'), text)
      expect(keptUse(home.path).all()).toEqual(NO_USE)
    },
  )
})
