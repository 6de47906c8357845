/** The top of the page: how the run stands, its controls, and the links to the views. */
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { ShowRun, type ShownRun } from '../data/live/shown-run.tsx'
import { Button } from '../parts/button.tsx'
import { AttentionCount } from './attention-count.tsx'
import { RunControls } from './run-controls.tsx'
import { RunState } from './run-state.tsx'
import { ThemeButton } from './theme-button.tsx'
import { VIEWS } from './views.tsx'
import './top-bar.css'

export function TopBar({
  shown,
  onSearch,
}: {
  readonly shown: ShownRun | null
  readonly onSearch: () => void
}) {
  return (
    <header className="top-bar">
      <div className="top-line">
        <Link href="/board" className="brand">
          <img src="/icon.svg" alt="Conductor" width="22" height="22" />
          <span aria-hidden="true">Conductor</span>
        </Link>
        {shown !== null && (
          <ShowRun value={shown}>
            <RunState />
          </ShowRun>
        )}
        <span className="spring" />
        {shown !== null && <RunControls shown={shown} />}
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
      <ViewLinks shown={shown} />
    </header>
  )
}

function ViewLinks({ shown }: { readonly shown: ShownRun | null }) {
  const [location] = useLocation()
  const links = useRef<HTMLElement>(null)
  // A narrow screen has no room for all links, so the current one is scrolled into sight.
  useEffect(() => {
    const current = links.current?.querySelector('[aria-current]')
    current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [location])
  return (
    <nav className="view-links" aria-label="Views" ref={links}>
      {VIEWS.map(({ path, name }) => (
        <Link
          key={path}
          href={`/${path}`}
          aria-current={location.startsWith(`/${path}`) ? 'page' : undefined}
        >
          {name}
          {path === 'attention' && shown !== null && (
            <ShowRun value={shown}>
              <AttentionCount />
            </ShowRun>
          )}
        </Link>
      ))}
    </nav>
  )
}
