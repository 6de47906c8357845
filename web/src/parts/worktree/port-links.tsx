/** Links to the servers that listen in a worktree, such as the dev server of an agent; nothing when there is none. */
import { useEffect, useState } from 'react'
import { readPorts, type ListeningPort } from '../../data/api/files.ts'
import { portLink } from './port-link.ts'

const EVERY = 10_000

export function PortLinks({ folder }: { readonly folder: string }) {
  const ports = usePorts().filter(({ path }) => path === folder)
  return ports.map(({ port }) => {
    const link = portLink(location.hostname, port)
    return link === null ? (
      <span key={port} className="mono">{` port ${port}`}</span>
    ) : (
      <a key={port} className="mono" href={link} target="_blank" rel="noreferrer noopener">
        {` localhost:${port}`}
      </a>
    )
  })
}

/** Looked at every few seconds, while the page is in sight. */
function usePorts(): readonly ListeningPort[] {
  const [ports, setPorts] = useState<readonly ListeningPort[]>([])
  useEffect(() => {
    const look = (): void => {
      if (!document.hidden) readPorts().then(setPorts, () => {})
    }
    look()
    const timer = setInterval(look, EVERY)
    return () => clearInterval(timer)
  }, [])
  return ports
}
