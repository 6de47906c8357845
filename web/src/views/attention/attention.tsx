/** The attention view: every need of all projects, with what is needed to decide, answered in place, one after the other. */
import { useId, useMemo, useRef, useState } from 'react'
import { isUrgent, type AttentionKind } from '../../../../src/core/report/attention.ts'
import { countNeeds } from '../../../../src/core/report/waits-for-you.ts'
import { ShowRun, useShownRun, type ShownRun } from '../../data/live/shown-run.tsx'
import { useProjects } from '../../data/live/use-projects.ts'
import { Button } from '../../parts/button.tsx'
import { useAddress } from '../../parts/use-address.ts'
import { KindFilter } from './kind-filter.tsx'
import { Need } from './need.tsx'
import { canResume, isPullNeed, kindSaid, kindsIn, needsFinder } from './needs.ts'
import { NobodyNeedsYou } from './nobody-needs-you.tsx'
import { AtProject } from './queue/at-project.tsx'
import { ProjectFilter, type ProjectCount } from './queue/project-filter.tsx'
import { inOneQueue, type Queue, type QueuedNeed } from './queue/queue.ts'
import { useOtherQueues } from './queue/use-other-queues.ts'
import { countDecisions, WaitingRuns, waitingIn } from './queue/waiting-runs.tsx'
import { SaidLately } from './said-lately.tsx'
import { useNeedFocus } from './use-need-focus.ts'
import { useNeedKeys } from './use-need-keys.ts'
import { useSparingly } from '../../data/live/use-sparingly.ts'
import './attention.css'

/** shown: the run of this project; null: there is none, but other projects may need the user. */
export default function Attention({ shown }: { readonly shown: ShownRun | null }) {
  if (shown === null) return <AllNeeds own={null} />
  return (
    <ShowRun value={shown}>
      <WithOwnNeeds />
    </ShowRun>
  )
}

function WithOwnNeeds() {
  const shown = useShownRun()
  const { mode, conducted, frozen } = shown
  const needs = useSparingly(needsFinder({ mode, conducted, frozen }))
  const own = useMemo(
    () => ({ project: null, shown, needs: mode === 'plan' ? [] : needs }),
    [shown, mode, needs],
  )
  return <AllNeeds own={own} />
}

function AllNeeds({ own }: { readonly own: Queue | null }) {
  const { queues: others, isLoading } = useOtherQueues()
  const { kind, project, choose } = useChosen()
  const projects = useProjects()
  const ownId = projects?.own?.id ?? ''
  const idOf = ({ queue }: QueuedNeed): string => queue.project?.id ?? ownId
  const all = useMemo(() => inOneQueue(own === null ? others : [own, ...others]), [own, others])
  const ofProject = project === null ? all : all.filter((item) => idOf(item) === project)
  const needs = ofProject.map(({ need }) => need)
  const items = kind === null ? ofProject : ofProject.filter(({ need }) => need.kind === kind)
  const hasOthers = all.some(({ queue }) => queue.project !== null)
  const placeOf = (item: QueuedNeed): string | null => (hasOthers ? idOf(item) : null)
  const waiting = kind === null ? waitingIn(projects?.projects ?? [], project) : []
  const view = useRef<HTMLDivElement>(null)
  const { goOn, onFocus } = useNeedFocus(view)
  useNeedKeys(view)
  return (
    <div className="attention" ref={view} onFocus={onFocus}>
      <header className="attention-head">
        <h1 tabIndex={-1}>
          {isLoading
            ? 'Loading what needs you …'
            : sayHowMany(countNeeds(needs) + countDecisions(waiting))}
        </h1>
        <ProjectFilter
          projects={projectsIn(all.map(idOf), project)}
          chosen={project}
          choose={(chosen) => choose({ project: chosen })}
        />
        {needs.length > 0 && (
          <KindFilter
            kinds={kindsIn(needs, kind)}
            chosen={kind}
            all={needs.length}
            choose={(chosen) => choose({ kind: chosen })}
          />
        )}
      </header>
      <NotConducted items={items} />
      <WaitingRuns waiting={waiting} />
      {items.length === 0 ? (
        waiting.length === 0 &&
        !isLoading && <NobodyNeedsYou kind={kind} shown={own?.shown ?? null} />
      ) : (
        <>
          <Needs
            name="Blocked until you decide"
            items={items.filter(({ need }) => isUrgent(need) && !isPullNeed(need))}
            placeOf={placeOf}
            goOn={goOn}
          />
          <Needs
            name="Pull requests: decide on the forge, and Conductor follows"
            items={items.filter(({ need }) => isPullNeed(need))}
            placeOf={placeOf}
            goOn={goOn}
          />
          <Needs
            name="Worth a look: it may resolve itself"
            items={items.filter(({ need }) => !isUrgent(need))}
            placeOf={placeOf}
            goOn={goOn}
          />
        </>
      )}
      {own !== null && <SaidLately />}
    </div>
  )
}

function NotConducted({ items }: { readonly items: readonly QueuedNeed[] }) {
  const runs = new Set(items.filter(({ need }) => canResume(need)).map(({ queue }) => queue))
  const still = [...runs].filter(({ shown }) => shown.mode === 'live' && !shown.conducted)
  if (still.length === 0) return null
  return (
    <p className="attention-note">
      {runs.size === 1
        ? 'This run is not being conducted. Your decision here resumes it.'
        : 'Some of these runs are not being conducted. Your decision here resumes them.'}
    </p>
  )
}

interface NeedsProps {
  readonly name: string
  readonly items: readonly QueuedNeed[]
  /** The id of its project; null: all of them are of the project of this page. */
  placeOf(item: QueuedNeed): string | null
  goOn(done: string): void
}

/** A user does not answer thousands of needs at once, and each renders facts and fields. */
const AT_ONCE = 30

function Needs({ name, items, placeOf, goOn }: NeedsProps) {
  const id = useId()
  const [most, setMost] = useState(AT_ONCE)
  if (items.length === 0) return null
  return (
    <section className="need-group" aria-labelledby={id}>
      <p id={id} className="quiet">
        {name}
      </p>
      <ol className="need-list">
        {items.slice(0, most).map((item) => (
          <AtProject key={item.name} queue={item.queue}>
            <Need
              need={item.need}
              name={item.name}
              place={placeOf(item)}
              onDone={() => goOn(item.name)}
            />
          </AtProject>
        ))}
      </ol>
      {items.length > most && (
        <Button onClick={() => setMost(most + AT_ONCE)}>
          Show {Math.min(items.length - most, AT_ONCE)} more of {items.length - most}
        </Button>
      )}
    </section>
  )
}

function sayHowMany(count: number): string {
  if (count === 0) return 'Nothing needs you'
  return count === 1 ? 'One thing needs you' : `${count} things need you`
}

/** The chosen project is listed even when no need of it is left. */
function projectsIn(ids: readonly string[], chosen: string | null): readonly ProjectCount[] {
  const counts = new Map(chosen === null ? [] : [[chosen, 0]])
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return [...counts]
    .map(([id, count]) => ({ id, count }))
    .toSorted((a, b) => a.id.localeCompare(b.id))
}

interface Chosen {
  readonly kind: AttentionKind | null
  readonly project: string | null
}

/** The choice is in the URL, so that it can be linked to. */
function useChosen(): Chosen & { choose(change: Partial<Chosen>): void } {
  const { get, change } = useAddress()
  return { kind: kindSaid(get('kind')), project: get('project'), choose: change }
}
