/** Masks what looks like a key in text that is about to be stored or shown. */

const MASK = '********'

/** The beginnings are fixed strings, so that text without keys is passed at full speed. */
const KEYS = new RegExp(
  [
    'sk-ant-[\\w-]{16,}',
    'sk-(?:proj-)?[\\w-]{20,}',
    'gh[pousr]_\\w{20,}',
    'github_pat_\\w{20,}',
    'glpat-[\\w-]{16,}',
    'xox[abeprs]-[\\w-]{10,}',
    'AKIA[0-9A-Z]{16}',
    'ASIA[0-9A-Z]{16}',
    'AIza[\\w-]{30,}',
    'npm_\\w{30,}',
    'hf_\\w{30,}',
    'eyJ[\\w-]{10,}\\.eyJ[\\w-]{10,}\\.[\\w-]{10,}',
  ]
    .map((key) => `(?<![\\w-])${key}`)
    .join('|'),
  'g',
)

const PRIVATE_KEY =
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g

/** `API_KEY=…`, `password: …`, `Authorization: Bearer …` */
const ASSIGNMENTS =
  /((?:api[_-]?key|secret|token|passw(?:or)?d|authorization)["']?\s*[:=]\s*(?:bearer\s+|basic\s+)?["']?)([^\s"',;]{8,})/gi

/** The beginning of any of these, up to the end of the text. */
const UNFINISHED = new RegExp(
  [
    '(?<![\\w-])(?:sk-|gh[pousr]_|github_pat_|glpat-|xox|AKIA|ASIA|AIza|npm_|hf_|eyJ)[\\w.-]*$',
    '(?:api[_-]?key|secret|token|passw(?:or)?d|authorization)["\']?\\s*[:=]\\s*(?:bearer\\s+|basic\\s+)?["\']?[^\\s"\',;]+$',
    '-----BEGIN [A-Z ]*PRIVATE KEY-----(?![\\s\\S]*-----END [A-Z ]*PRIVATE KEY-----)',
  ].join('|'),
  'i',
)

/** Where a key begins that the text may hold only a part of; -1 when there is none. Such text must wait for its rest. */
export const unfinishedSecret = (text: string): number => text.search(UNFINISHED)

export function maskSecrets(text: string): string {
  return text
    .replace(PRIVATE_KEY, MASK)
    .replace(KEYS, MASK)
    .replace(ASSIGNMENTS, (_, before: string) => before + MASK)
}
