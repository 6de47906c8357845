/** The session an agent works in: a new one or an earlier one, with our tools, the wanted model and mode. */
import type {
  McpServer,
  NewSessionResponse,
  SessionConfigOption,
} from '@agentclientprotocol/sdk/unstable'
import type { AcpAbilities } from './abilities.ts'
import type { AcpConnection, AcpError, Reply } from './connection.ts'

export interface SessionWish {
  readonly directory: string
  readonly mcpServers: readonly McpServer[]
  /** The session to go on with; null: a new session is opened. */
  readonly earlier: string | null
  readonly model: string | null
  /** The first of these modes that the agent offers is set. */
  readonly modes: readonly string[]
}

export type Opened =
  | { readonly is: 'open'; readonly session: AcpSession }
  | { readonly is: 'error'; readonly error: AcpError }
  /** The agent offers models, and the wanted one is not among them. */
  | { readonly is: 'no-such-model'; readonly offered: readonly string[] }
  | { readonly is: 'over' }

export interface AcpSession {
  readonly id: string
  readonly model: string | null
  /** The agent goes on in the earlier session, so it need not be told everything again. */
  readonly isEarlier: boolean
}

/** What a session offers. The protocol has had two places for models; agents use either, or both. */
type Offer = Omit<NewSessionResponse, 'sessionId'> & {
  readonly models?: {
    readonly availableModels: readonly { readonly modelId: string }[]
    readonly currentModelId: string
  } | null
}

export async function openSession(
  agent: AcpConnection,
  { resume }: AcpAbilities,
  wish: SessionWish,
  note: (text: string) => void,
): Promise<Opened> {
  const { directory: cwd, mcpServers, earlier } = wish
  if (earlier !== null && resume !== null) {
    const request = { sessionId: earlier, cwd, mcpServers }
    const resumed = await agent.ask<Offer | null>(`session/${resume}`, request)
    if (resumed.is === 'over') return resumed
    if (resumed.is === 'answer')
      return arrange(agent, { id: earlier, offer: resumed.value ?? {}, isEarlier: true }, wish)
    note(`the conversation cannot be continued (${resumed.error.message}): a new one is started`)
  } else if (earlier !== null)
    note('this agent cannot continue a conversation: a new one is started')
  const created = await agent.ask<NewSessionResponse>('session/new', { cwd, mcpServers })
  if (created.is !== 'answer') return created
  const { sessionId: id, ...offer } = created.value
  return arrange(agent, { id, offer, isEarlier: false }, wish)
}

interface FoundSession {
  readonly id: string
  readonly offer: Offer
  readonly isEarlier: boolean
}

async function arrange(
  agent: AcpConnection,
  { id, offer, isEarlier }: FoundSession,
  { model, modes }: SessionWish,
): Promise<Opened> {
  const mode = await setMode(agent, id, offer, modes)
  if (mode !== null && mode.is !== 'answer') return mode
  const current = modelIn(offer)
  if (model === null || model === current)
    return { is: 'open', session: { id, model: current, isEarlier } }
  const set = await setModel(agent, id, offer, model)
  if (set?.is === 'over') return set
  if (set?.is === 'error') return { is: 'no-such-model', offered: modelsIn(offer) }
  return { is: 'open', session: { id, model, isEarlier } }
}

/** null: the mode need not be changed. */
async function setMode(
  agent: AcpConnection,
  sessionId: string,
  offer: Offer,
  wanted: readonly string[],
): Promise<Reply<unknown> | null> {
  const { currentModeId, availableModes = [] } = offer.modes ?? {}
  const option = optionOf(offer, 'mode')
  const offered = [...availableModes.map(({ id }) => id), ...(option ? valuesOf(option) : [])]
  const mode = wanted.find((id) => offered.includes(id))
  if (mode === undefined || mode === (currentModeId ?? option?.currentValue)) return null
  if (offer.modes) return agent.ask('session/set_mode', { sessionId, modeId: mode })
  return agent.ask('session/set_config_option', { sessionId, configId: option!.id, value: mode })
}

/**
 * null: the agent offers no choice of models. A name that is not listed is tried, too: agents know more models
 * than they list.
 */
async function setModel(
  agent: AcpConnection,
  sessionId: string,
  offer: Offer,
  value: string,
): Promise<Reply<unknown> | null> {
  const option = optionOf(offer, 'model')
  if (option !== undefined)
    return agent.ask('session/set_config_option', { sessionId, configId: option.id, value })
  if (offer.models) return agent.ask('session/set_model', { sessionId, modelId: value })
  return null
}

type Select = Extract<SessionConfigOption, { type: 'select' }>

const optionOf = ({ configOptions }: Offer, category: string): Select | undefined =>
  configOptions?.find(
    (option): option is Select => option.type === 'select' && option.category === category,
  )

const valuesOf = ({ options }: Select): readonly string[] =>
  options.flatMap((entry) =>
    'value' in entry ? [entry.value] : entry.options.map(({ value }) => value),
  )

function modelsIn(offer: Offer): readonly string[] {
  const option = optionOf(offer, 'model')
  if (option !== undefined) return valuesOf(option)
  return offer.models?.availableModels.map(({ modelId }) => modelId) ?? []
}

const modelIn = (offer: Offer): string | null =>
  optionOf(offer, 'model')?.currentValue ?? offer.models?.currentModelId ?? null
