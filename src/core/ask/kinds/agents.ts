/** Limits how many attempts may work at once from now on; with 1 they work one after another. */
import { sayCount } from '../../say/say-count.ts'
import { accept, refuse } from '../answer.ts'
import { askKind, type AskHelp } from '../ask-kind.ts'

/** A run that began with more agents may go back to that number. */
const MOST_AGENTS = 10

export const agents = askKind({
  ask: 'agents',
  fields: { agents: 'agents' },
  answer(run, { agents }) {
    const most = Math.max(MOST_AGENTS, run.settings.agents)
    if (!Number.isInteger(agents) || agents < 1 || agents > most)
      return refuse({ is: 'agents-out-of-range', most })
    return accept(agents === run.agents ? [] : [{ type: 'agents-changed', agents }])
  },
  say: ({ agents }) => `At most ${sayCount(agents, 'agent')} at once.`,
  undo: (run) => ({ ask: 'agents', agents: run.agents }),
})

export const agentsHelp: AskHelp = {
  by: 'people',
  does: 'change the maximum number of agents of the run; 1 means one after another',
  note: 'Working tasks continue.',
  commands: ['agents'],
  tool: 'set_agents',
}
