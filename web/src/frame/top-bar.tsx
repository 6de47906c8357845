/** The top of the page: how the run stands, its controls, and the links to the views. */
import { Suspense, useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { ShowRun, type ShownRun } from '../data/live/shown-run.tsx'
import { openNewTask } from '../act/new-work.ts'
import { Button } from '../parts/button.tsx'
import { Where } from './projects/where.tsx'
import { RunControls } from './run-controls.tsx'
import { RunState } from './run-state.tsx'
import { ThemeButton } from './theme-button.tsx'
import { VIEWS } from './views.tsx'
import { loadWhenShown } from '../parts/load-when-shown.ts'
import './top-bar.css'

/** Comes a moment later, with the words of all needs: the board does not wait for it. */
const AttentionCount = loadWhenShown(() => import('./attention-count.tsx'))

export function TopBar({
  shown,
  isHome,
  onSearch,
  onSwitch,
}: {
  readonly shown: ShownRun | null
  /** No project is chosen. */
  readonly isHome: boolean
  readonly onSearch: () => void
  readonly onSwitch: () => void
}) {
  return (
    <header className="top-bar">
      <div className="top-line">
        <Link href="/board" className="brand">
          <img src="/icon.svg" alt="Conductor" width="22" height="22" />
        </Link>
        <Where shown={shown} onSwitch={onSwitch} />
        {shown !== null && (
          <ShowRun value={shown}>
            <RunState />
          </ShowRun>
        )}
        <span className="spring" />
        {shown !== null && (
          <div className="run-controls">
            <RunControls shown={shown} />
          </div>
        )}
        {!isHome && (
          <Button aria-keyshortcuts="c" className="new-task-button" onClick={() => openNewTask()}>
            <span aria-hidden="true">+ </span>New task
          </Button>
        )}
        <Button
          kind="quiet"
          onClick={onSearch}
          aria-keyshortcuts="Control+K"
          className="search-button"
        >
          Search <kbd>Ctrl K</kbd>
        </Button>
        <ThemeButton />
      </div>
      <ViewLinks shown={shown} isHome={isHome} />
    </header>
  )
}

function ViewLinks({
  shown,
  isHome,
}: {
  readonly shown: ShownRun | null
  readonly isHome: boolean
}) {
  const [location] = useLocation()
  const links = useRef<HTMLElement>(null)
  // A narrow screen has no room for all links, so the current one is scrolled into sight.
  useEffect(() => {
    const show = (): void =>
      links.current
        ?.querySelector('[aria-current]')
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    // The count of needs comes later and moves the links behind it.
    const observer = new ResizeObserver(show)
    for (const link of links.current?.children ?? []) observer.observe(link)
    return () => observer.disconnect()
  }, [location])
  return (
    <nav className="view-links" aria-label="Views" ref={links}>
      {VIEWS.filter(({ path }) => !isHome || OF_ALL.has(path)).map(({ path, name }) => (
        <Link
          key={path}
          href={`/${path}`}
          aria-current={location.startsWith(`/${path}`) ? 'page' : undefined}
        >
          {name}
          <Suspense>{path === 'attention' && <AttentionCount shown={shown} />}</Suspense>
        </Link>
      ))}
    </nav>
  )
}

/** Views that show all projects. */
const OF_ALL: ReadonlySet<string> = new Set(['attention', 'orbs'])
