import { describe, expect, it } from 'vitest'
import { trackerFrom } from '../../../test/played/tracker-notation.ts'
import { ASSUMED_TIMES } from './predict-time.ts'
import { suggestOffline } from './suggest-offline.ts'
import { workspaceGraph } from './workspace-graph.ts'

const WISH = {
  preference: null,
  count: 3,
  times: ASSUMED_TIMES,
  rules: {},
  maxParallel: null,
  agents: 3,
}

const suggested = (text: string) => suggestOffline(workspaceGraph(trackerFrom(text).trees), WISH)

describe('a suggestion', () => {
  it('does not call work what needs a person first', () => {
    expect(suggested('shop main\n  a\n  b stuck\n  c stuck\n    d').analysis_summary).toBe(
      '4 workspaces in 1 repository: 1 can be worked on now, 2 need you first, 1 waits for others.',
    )
  })
})
