/** The app: one line to the server, the frame, and the view that the address names. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { LiveRun } from './live/live-run.ts'
import { LiveContext } from './live/shown-run.tsx'
import { Frame } from './shell/frame.tsx'

/** What is not in the events is asked for when an event says that it has changed, and never just in case. */
const queries = new QueryClient({
  defaultOptions: {
    queries: {
      refetchOnWindowFocus: false,
      refetchOnReconnect: true,
      retry: 1,
      staleTime: Infinity,
    },
  },
})

export function App({ live }: { readonly live: LiveRun }) {
  return (
    <LiveContext value={live}>
      <QueryClientProvider client={queries}>
        <Frame />
      </QueryClientProvider>
    </LiveContext>
  )
}
