/** Gives the whole run up, once that is confirmed. */
import { doAsk } from '../act/do-ask.ts'
import { useShownRun } from '../live/shown-run.tsx'
import { askPerson } from '../ui/ask-person.tsx'
import { Button } from '../ui/button.tsx'
import type { OneAtATime } from './use-one-at-a-time.ts'

export function GiveRunUp({ once }: Pick<OneAtATime, 'once'>) {
  const { run } = useShownRun()
  const giveUp = async (): Promise<boolean> => {
    const title = `Give up run ${run.id}?`
    const text = 'What waits is given up. What agents have made stays in their worktrees.'
    const answer = await askPerson({ title, text, yes: 'Give it up', isDanger: true })
    return answer !== null && doAsk(run, { ask: 'cancel-run' })
  }
  return (
    <Button kind="quiet" onClick={() => once(giveUp)}>
      Give the run up
    </Button>
  )
}
