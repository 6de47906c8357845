/** When in a project a piece of work usually comes, and which part of the system it belongs to. */

/** In the order in which they usually come. */
const STAGES = [
  'decide',
  'setup',
  'data',
  'core',
  'interface',
  'join',
  'test',
  'docs',
  'release',
] as const

export type Stage = (typeof STAGES)[number]

const NAMES: readonly (readonly [Stage, RegExp])[] = [
  [
    'decide',
    /^(?:decide|research|spike|investigate|evaluate|choose|compare|explore|rfc|design (?:doc|the architecture)|prototype|proof of concept|poc)\b/i,
  ],
  [
    'release',
    /^(?:deploy(?!ment docs)|release|publish|roll ?out|launch|go live|ship|announce|cut ?over|switch over|decommission|archive|tag)\b|\b(?:remove|delete|drop|retire) (?:the )?(?:old|legacy|previous|dead|leftover)/i,
  ],
  [
    'test',
    /\b(?:e2e|end[- ]to[- ]end|integration|load|acceptance|smoke|regression|unit|performance) tests?\b|^(?:tests?|testing|qa|benchmark|verify|validate)\b|^(?:write|add|create|extend) (?:\w+ ){0,2}tests?\b|\btest (?:suite|coverage)\b|^proofread/i,
  ],
  [
    'docs',
    /^(?:docs?|documentation|readme|changelog)\b|^(?:write|update|add|create|extend|improve) (?:the |a |an |user |api |developer |some )*(?:docs?|documentation|readme|guide|tutorial|manual|changelog|release notes|help page)\b|^document\b/i,
  ],
  [
    'setup',
    /^(?:set ?up|scaffold|bootstrap|initiali[sz]e|init|install)\b|\b(?:project|repository|document|repo) (?:structure|skeleton|setup|scaffold)|\bscaffolding\b|\bboilerplate\b|\bskeleton\b|^create (?:the |a |an )?(?:new )?(?:repo|repository|project|workspace|package)\b/i,
  ],
  [
    'join',
    /^(?:integrate|integration|wire|connect|hook up|assemble|put (?:it )?together|glue)\b|\bintegration$/i,
  ],
  [
    'data',
    /^(?!(?:move|copy|back ?up|restore|dump|replicate)\b).*\b(?:database|db|schema|schemas|data ?models?|tables|migrations?|entities|entity model|data structures?|data contracts?|file format|wire format|protobuf|type definitions)\b|^(?:define|design|add|create) (?:the )?(?:types|models?|interfaces)\b/i,
  ],
  [
    'interface',
    /^client$|\b(?:ui|gui|frontend|front[- ]end|web ?page|pages?|screens?|views?|forms?|buttons?|dashboard|css|styling|layout|theme|dark mode|responsive|modal|dialog|navigation|menu|client app|mobile app|web app|app shell|widgets?)\b/i,
  ],
]

/** "Login: tests" are tests. */
export function stageOf(name: string): Stage {
  const part = /: (\S+(?: \S+)?)$/.exec(name)?.[1]
  return (part === undefined ? undefined : stageIn(part)) ?? stageIn(name) ?? 'core'
}

const stageIn = (name: string): Stage | undefined =>
  NAMES.find(([, words]) => words.test(name))?.[0]

const DOMAINS: readonly (readonly [string, RegExp])[] = [
  ['testing', /\b(?:tests?|testing|e2e|qa|benchmarks?|coverage)\b/i],
  ['docs', /\b(?:docs?|documentation|readme|guide|tutorial|manual|changelog)\b/i],
  [
    'infrastructure',
    /\b(?:deploy\w*|ci|ci\/cd|docker\w*|container\w*|kubernetes|k8s|helm|terraform|ansible|pipeline for builds|build system|release|monitoring|alerts?|logging|backups?|server setup|cloud|aws|gcp|azure|vpc|dns|infrastructure|provision\w*|network|cluster|pnpm|yarn|npm|bazel|gradle|webpack|vite|github actions?|lint\w*)\b/i,
  ],
  [
    'database',
    /\b(?:database|db|schemas?|tables|migrations?|sql|postgres\w*|mysql|sqlite|data ?models?|index(?:es)?|query)\b/i,
  ],
  [
    'data',
    /\b(?:ingest\w*|etl|csv|parquet|dataset|pipeline|transform\w*|aggregate\w*|clean(?:s|ing)?|warehouse|model training|train\w*|features? extraction|analytics|scrap\w+|crawl\w*)\b/i,
  ],
  [
    'writing',
    /\b(?:latex|paper|thesis|chapter|bibliograph\w*|abstract|related work|proofread\w*|introduction|conclusion|manuscript|figures?|essay|report text)\b/i,
  ],
  [
    'frontend',
    /\b(?:ui|gui|frontend|front[- ]end|pages?|screens?|views?|forms?|buttons?|dashboard|css|styling|style ?sheets?|restyle|layout|theme|dark mode|responsive|modal|dialog|navigation|component library|widgets?|browser)\b/i,
  ],
  ['cli', /\b(?:cli|command line|commands?|flags?|subcommands?|terminal|argument parsing)\b/i],
  [
    'backend',
    /\b(?:api|endpoints?|backend|server|service|rest|graphql|webhooks?|auth\w*|login|accounts?|queue|worker|jobs?|cache|session|payments?|e-?mails?|notifications?)\b/i,
  ],
]

const domainOf = (text: string): string | null =>
  DOMAINS.find(([, words]) => words.test(text))?.[0] ?? null

const STAGE_DOMAINS: Partial<Record<Stage, string>> = {
  data: 'database',
  interface: 'frontend',
  join: 'integration',
  test: 'testing',
  docs: 'docs',
}

/** By its name, else by its place, else by everything that is said about it. */
export const domainFor = (name: string, text: string, stage: Stage): string =>
  STAGE_DOMAINS[stage] ??
  domainOf(withoutPaths(name)) ??
  domainOf(withoutPaths(text.slice(0, 1000).split(/\.\s/)[0]!)) ??
  'general'

const withoutPaths = (text: string): string =>
  text.replaceAll(/\S*\/\S*\.\w+/g, (path) => (path.startsWith('.github/') ? 'ci' : ' '))
