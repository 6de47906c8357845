/** The latest guidance that users gave the agents of this run, and whether it has reached them. */
import { Link } from 'wouter'
import type { Guidance } from '../../../../src/core/agent/guidance.ts'
import type { TaskId } from '../../../../src/core/value/ids.ts'
import { taskOf, type Run } from '../../../../src/core/run/run.ts'
import { sayHeard } from '../../../../src/core/say/say-guidance.ts'
import { useShownRun } from '../../data/live/shown-run.tsx'
import { Ago } from '../../parts/time.tsx'
import { useSparingly } from '../../data/live/use-sparingly.ts'
import './said-lately.css'

const MOST = 5

export function SaidLately() {
  const latest = useSparingly(latestGuidance)
  const { run } = useShownRun()
  if (latest.length === 0) return null
  return (
    <section className="said-lately" aria-labelledby="said-lately">
      <h2 id="said-lately">Recent messages</h2>
      <ul>
        {latest.map(([task, guidance]) => (
          <li key={task}>
            <Link href={`/tasks/${task}`}>{taskOf(run, task).name}</Link>
            <blockquote>{guidance.said.at(-1)}</blockquote>
            <p className="quiet">
              {sayHeard(run, task)} · <Ago at={guidance.saidAt} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

const latestGuidance = (run: Run): readonly (readonly [TaskId, Guidance])[] =>
  [...run.guidance].toSorted(([, a], [, b]) => b.saidAt - a.saidAt).slice(0, MOST)
