/** For views that ask for what is not in the events. Not in the frame: the first load is the smaller for it. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'

/** Asked for when an event says that it has changed, and never just in case. */
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

export function WithQueries({ children }: { readonly children: ReactNode }) {
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>
}
