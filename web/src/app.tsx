/** The app: one line to the server, and the frame around the view that the address names. */
import type { LiveRun } from './live/live-run.ts'
import { LiveContext } from './live/shown-run.tsx'
import { Frame } from './shell/frame.tsx'

export function App({ live }: { readonly live: LiveRun }) {
  return (
    <LiveContext value={live}>
      <Frame />
    </LiveContext>
  )
}
