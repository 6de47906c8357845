/** For views that fetch what is not in the events. The frame does not use it, which keeps the first load smaller. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'

/** Data is fetched again when an event says that it has changed, and never just in case. */
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
