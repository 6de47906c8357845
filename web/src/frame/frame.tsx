/** The frame around every view: navigation, how the run stands, whether the server is connected. */
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { newWork, openNewPlan, openNewTask, subscribeNewWork } from '../act/new-work.ts'
import { listenForKeys, useShortcuts } from '../parts/keys/shortcuts.ts'
import { ShowRun, useLive } from '../data/live/shown-run.tsx'
import { PersonQuestions } from '../parts/ask-person.tsx'
import { Toasts } from '../parts/toasts.tsx'
import { LineBanner } from './line-banner.tsx'
import { Locked } from './locked.tsx'
import { TopBar } from './top-bar.tsx'
import { useFrameRun } from './use-frame-run.ts'
import { ViewBoundary } from './view-boundary.tsx'
import { VIEWS, Views } from './views.tsx'
import { loadWhenShown } from '../parts/load-when-shown.ts'
import './frame.css'

const NotPlanned = loadWhenShown(() => import('./not-planned.tsx'))
const NothingYet = loadWhenShown(() => import('./nothing-yet.tsx'))
const Palette = loadWhenShown(() => import('./palette/palette.tsx'))
const KeyHelp = loadWhenShown(() => import('./key-help.tsx'))
const NoProject = loadWhenShown(() => import('./projects/no-project.tsx'))
const Switcher = loadWhenShown(() => import('./projects/switcher.tsx'))
const ProjectHome = loadWhenShown(() => import('./projects/project-home.tsx'))
const Attention = loadWhenShown(() => import('../views/attention/attention.tsx'))
const NewWorkDialog = loadWhenShown(() => import('../views/new-task/new-work.tsx'))
const Runs = loadWhenShown(() => import('../views/runs/runs.tsx'))
const Orbs = loadWhenShown(() => import('../views/orbs/orbs.tsx'))

type Overlay = 'palette' | 'keys' | 'projects' | null

export function Frame() {
  const { line } = useLive()
  const [overlay, setOverlay] = useState<Overlay>(null)
  const work = useSyncExternalStore(subscribeNewWork, newWork)
  useEffect(listenForKeys, [])
  useFrameKeys(setOverlay)
  useControlK(setOverlay)
  if (line === 'locked') return <Locked />
  if (line === 'no-project')
    return (
      <Suspense>
        <NoProject />
      </Suspense>
    )
  return (
    <div className="frame">
      <a className="skip" href="#view">
        Skip to the view
      </a>
      <Inside open={setOverlay} />
      <Suspense fallback={OPENING}>
        {overlay === 'palette' && <Palette onClose={() => setOverlay(null)} />}
        {overlay === 'keys' && <KeyHelp onClose={() => setOverlay(null)} />}
        {overlay === 'projects' && <Switcher onClose={() => setOverlay(null)} />}
        {work !== null && <NewWorkDialog work={work} />}
      </Suspense>
      <PersonQuestions />
      <Toasts />
    </div>
  )
}

/** A dialog is on its way: what is typed meanwhile must not act on the page. */
const OPENING = <span data-opening hidden />

const LOADING = <p className="loading quiet">Loading …</p>

function Inside({ open }: { readonly open: (overlay: Overlay) => void }) {
  const shown = useFrameRun()
  const [address] = useLocation()
  const run = shown.is === 'run' ? shown.run : null
  const notPlanned = 'notPlanned' in shown ? shown.notPlanned : null
  return (
    <>
      <TopBar
        shown={run}
        isHome={shown.is === 'home'}
        onSearch={() => open('palette')}
        onSwitch={() => open('projects')}
      />
      <LineBanner />
      <Suspense>
        {notPlanned !== null && <NotPlanned run={notPlanned} file={run?.run.source.file ?? null} />}
      </Suspense>
      <main id="view" tabIndex={-1}>
        <ViewBoundary address={address}>
          <Suspense fallback={LOADING}>
            <Switch>
              <Route path="/attention">
                <Attention shown={run} />
              </Route>
              <Route path="/orbs" component={Orbs} />
              {shown.is === 'home' && <Route component={ProjectHome} />}
              <Route path="/runs/*?" component={Runs} />
              <Route path="/costs">
                <Redirect to="/runs/costs" replace />
              </Route>
              <Route>
                {shown.is === 'run' ? (
                  <ShowRun value={shown.run}>
                    <Views />
                  </ShowRun>
                ) : shown.is === 'nothing' ? (
                  <NothingYet plan={shown.plan} />
                ) : (
                  LOADING
                )}
              </Route>
            </Switch>
          </Suspense>
        </ViewBoundary>
      </main>
    </>
  )
}

function useFrameKeys(setOverlay: (overlay: Overlay) => void): void {
  const [, navigate] = useLocation()
  useShortcuts([
    ...VIEWS.map(({ path, name, key }) => ({
      keys: `g ${key}`,
      label: `Go to ${name}`,
      group: 'Go',
      run: () => navigate(`/${path}`),
    })),
    // A view with a filter of its own takes this key for it.
    {
      keys: '/',
      label: 'Search tasks and commands',
      group: 'Go',
      run: () => setOverlay('palette'),
    },
    {
      keys: 's',
      label: 'Switch to another repository',
      group: 'Go',
      run: () => setOverlay('projects'),
    },
    { keys: 'c', label: 'New task', group: 'New', run: () => openNewTask() },
    { keys: 'n', label: 'New plan', group: 'New', run: openNewPlan },
    { keys: '?', label: 'All keys', group: 'Help', run: () => setOverlay('keys') },
  ])
}

/** Ctrl K is the only chord: it works while the user types, too. */
function useControlK(setOverlay: (overlay: Overlay) => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setOverlay('palette')
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [setOverlay])
}
