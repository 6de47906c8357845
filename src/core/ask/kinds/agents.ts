/** Limits how many attempts may work at once from now on; with 1 they work one after another. */
import { sayCount } from '../../say/say-count.ts'
import { accept, refuse } from '../answer.ts'
import { askKind, type AskHelp } from '../ask-kind.ts'

/** No run has more agents than this, whoever asks. */
export const MOST_AGENTS = 100

/** More agents than this are more than most machines can take. */
export const MANY_AGENTS = 10

export const agents = askKind({
  ask: 'agents',
  fields: { agents: 'agents' },
  answer(run, { agents }) {
    if (!Number.isInteger(agents) || agents < 1 || agents > MOST_AGENTS)
      return refuse({ is: 'agents-out-of-range', most: MOST_AGENTS })
    return accept(agents === run.agents ? [] : [{ type: 'agents-changed', agents }])
  },
  say: ({ agents }) =>
    `At most ${sayCount(agents, 'agent')} at once.${agents > MANY_AGENTS ? ' Each uses memory: often 0.5 GB and more.' : ''}`,
  undo: (run) => ({ ask: 'agents', agents: run.agents }),
})

export const agentsHelp: AskHelp = {
  by: 'people',
  does: 'change the maximum number of agents of the run; 1 means one after another',
  note: 'Working tasks continue.',
  commands: ['agents'],
  tool: 'set_agents',
}
