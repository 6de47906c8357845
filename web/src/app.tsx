/** The app: one connection to the server, and the frame around the view that the URL names. */
import { Router } from 'wouter'
import { baseOf, pageProject } from './data/api/project.ts'
import type { LiveRun } from './data/live/live-run.ts'
import { LiveContext } from './data/live/shown-run.tsx'
import { Frame } from './frame/frame.tsx'

export function App({ live }: { readonly live: LiveRun }) {
  return (
    <LiveContext value={live}>
      <Router base={baseOf(pageProject())}>
        <Frame />
      </Router>
    </LiveContext>
  )
}
