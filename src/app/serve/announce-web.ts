/** Announces where the web app is served: its links, for people, and a card, for other commands. */
import { isWebBuilt } from '../../server/built-web.ts'
import { accessToken } from './access-token.ts'
import { nameHere, namesElsewhere } from './server-address.ts'
import { putUpCard } from './web-server-card.ts'
import type { WebOptions } from './web-port.ts'

export interface AnnouncedWeb extends Disposable {
  /** Contains the token: only for the user. */
  readonly link: string
  /** For other machines. */
  readonly linksElsewhere: readonly string[]
  /** What the user may not expect. */
  readonly notes: readonly string[]
}

/** Disposing removes the card. */
export function announceWeb(home: string, options: WebOptions, port: number): AnnouncedWeb {
  const token = accessToken(home)
  const linkAt = (name: string): string => `http://${name}:${port}/?token=${token}`
  const link = linkAt(nameHere(options.host))
  const card = putUpCard(home, link)
  return {
    link,
    linksElsewhere: namesElsewhere(options).map(linkAt),
    notes: [...movedNote(options, port), ...unbuiltNote()],
    [Symbol.dispose]: () => card[Symbol.dispose](),
  }
}

const movedNote = ({ port, isExact }: WebOptions, got: number): readonly string[] =>
  isExact || got === port ? [] : [`port ${port} is taken; port ${got} is used instead`]

const unbuiltNote = (): readonly string[] =>
  isWebBuilt() ? [] : ['the web page has not been built: `npm run build`']
