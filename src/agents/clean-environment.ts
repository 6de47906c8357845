/** The environment of an agent: the variables that any program needs, those listed for this agent, and no others. */

/** Variables that people set so that programs work on their machine; none of them holds a key. */
const USUAL = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'TERM',
  'COLORTERM',
  'LANG',
  'LANGUAGE',
  'LC_*',
  'TZ',
  'TMPDIR',
  'TEMP',
  'TMP',
  'XDG_*',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'ALL_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'all_proxy',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'SSH_AUTH_SOCK',
  'GIT_SSH_COMMAND',
  'DBUS_SESSION_BUS_ADDRESS',
  'IS_SANDBOX',
] as const

/** listed: "NAME", or "BEGINNING*" for every name that begins so. */
export function cleanEnvironment(
  ours: Readonly<Record<string, string | undefined>>,
  listed: readonly string[],
): Readonly<Record<string, string>> {
  const isPassed = passes([...USUAL, ...listed])
  return Object.fromEntries(
    Object.entries(ours).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && isPassed(entry[0]),
    ),
  )
}

function passes(listed: readonly string[]): (name: string) => boolean {
  const names = new Set(listed.filter((entry) => !entry.endsWith('*')))
  const beginnings = listed
    .filter((entry) => entry.endsWith('*'))
    .map((entry) => entry.slice(0, -1))
  return (name) => names.has(name) || beginnings.some((beginning) => name.startsWith(beginning))
}
