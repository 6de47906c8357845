/**
 * What secrets look like. The patterns follow what their issuers document; everything that secretlint's recommended
 * rules find is found here, too (secrets.test.ts proves that).
 */

/** How a key begins, and what follows. The beginnings are fixed, so that text without keys is scanned at full speed. */
const KEYS: readonly (readonly [beginnings: string, rest: string])[] = [
  // Models: Anthropic, OpenAI and compatible services, Groq, Hugging Face, xAI, Replicate, NVIDIA, Perplexity, Tavily
  ['sk-', '(?:ant-[\\w-]{16,}|[\\w-]{20,})'],
  ['gsk_|hf_', '[A-Za-z0-9]{30,}'],
  ['xai-|pplx-|nvapi-|tvly-', '[\\w-]{20,}'],
  ['r8_', '[A-Za-z0-9]{37}'],
  // Code hosts and package registries
  ['ghp_|gho_|ghu_|ghs_|ghr_|github_pat_', '\\w{20,}'],
  ['glpat-|gldt-|glrt-|glptt-|glft-|glsoat-|glimt-|glagent-|glcbt-', '[\\w.-]{16,}'],
  ['npm_|rubygems_', '\\w{30,}'],
  ['pypi-AgE', '[\\w-]{50,}'],
  ['dckr_pat_|dckr_oat_', '[\\w-]{20,}'],
  // Clouds
  ['AKIA|ASIA|AGPA|AIDA|AROA|AIPA|ANPA|ANVA|A3T[A-Z0-9]', '[A-Z0-9]{16}(?![A-Za-z0-9])'],
  ['AIza', '[\\w-]{30,}'],
  ['ya29\\.|GOCSPX-', '[\\w-]{20,}'],
  ['dop_v1_|doo_v1_|dor_v1_', '[a-f0-9]{40,}'],
  ['vcp_|vci_|vca_|vcr_|vck_', '[A-Za-z0-9]{20,}'],
  ['dapi', '[A-Fa-f0-9]{32}'],
  ['hvs\\.|hvb\\.|hvr\\.', '[\\w-]{24,}'],
  // Payments, mail, chat and tools for teams
  ['sk_live_|sk_test_|rk_live_|rk_test_', '\\w{10,}'],
  ['whsec_', '[\\w+/=]{20,}'],
  ['SG\\.', '[\\w-]{10,}\\.[\\w-]{10,}'],
  ['xox[abeoprs]-|xapp-', '[\\w-]{10,}'],
  ['shppa_|shpca_|shpat_|shpss_', '[A-Za-z0-9]{32,}'],
  ['lin_api_', '\\w{32,}'],
  ['ntn_', '[A-Za-z0-9]{40,}'],
  ['figd_', '[\\w-]{20,}'],
  ['glsa_|glc_', '[\\w+/=]{32,}'],
  ['sntrys_|sntryu_', '[\\w+/=]{32,}'],
  ['PMAK-|NRAK-', '[A-Za-z0-9-]{20,}'],
  ['ops_eyJ', '[\\w+/=-]{50,}'],
  ['AGE-SECRET-KEY-1', '[A-Z0-9]{50,}'],
  ['eyJ', '[\\w-]{10,}\\.eyJ[\\w-]{10,}\\.[\\w-]{10,}'],
  ['hooks\\.slack\\.com/services/', '[\\w/]{20,}'],
  ['discord(?:app)?\\.com/api/webhooks/', '\\d+/[\\w-]{20,}'],
]

/** Names that people give to secret values. */
const NAMES = [
  'api[_-]?key',
  'secret(?:[_-]?access)?(?:[_-]?key)?(?:[_-]?base)?',
  '(?:access|private|signing|encryption|master|storage|account|auth)[_-]?key',
  '(?:auth[_-]?)?token',
  'passw(?:or)?d',
  'passphrase',
  'credentials?',
].join('|')

/** What stands between a name and its value; quotes may be escaped, as in JSON that was printed as text. */
const GIVEN = '(?:[_-]?\\d{1,3})?\\\\*["\'`]?\\s*(?::=|=>|[:=])\\s*\\\\*["\'`]?'

/** The value must not be code: a call, a type, a variable. */
const NO_CODE =
  '(?!\\(|\\$[({]|[\\w$.]+\\(|process\\.env\\b|import\\.meta\\b|os\\.environ\\b|(?:this|self)\\.|(?:string|number|boolean|null|undefined|unknown|true|false)(?![\\w-]))'
const VALUE = '(?:[^\\s"\'`,;\\\\]|\\\\(?!["\'`nrt]))'

/** Secrets that have a name before them. The first group of each pattern stays readable. */
const NAMED: readonly RegExp[] = [
  new RegExp(`((?:${NAMES})${GIVEN}(?:(?:bearer|basic|token)\\s+)?)${NO_CODE}${VALUE}{8,}`, 'gi'),
  // NAME=value in capitals hardly ever means anything else, so a short value is masked, too.
  new RegExp(
    `((?:API_?KEY|SECRET|SECRET_KEY|TOKEN|PASSWORD|PASSWD|MYSQL_PWD|PASSPHRASE)=\\\\*["']?)${NO_CODE}${VALUE}{4,}`,
    'g',
  ),
  // Values with blanks, between quotes.
  /((?:passw(?:or)?d|passphrase)\\*["']?\s*[:=]\s*")[^"\n]{8,100}(?=")/gi,
  /((?:passw(?:or)?d|passphrase)\\*["']?\s*[:=]\s*')[^'\n]{8,100}(?=')/gi,
  /((?:API_?KEY|SECRET|SECRET_KEY|TOKEN)=")[^"\n]{4,100}(?=")/g,
  /((?:API_?KEY|SECRET|SECRET_KEY|TOKEN)=')[^'\n]{4,100}(?=')/g,
  // Authorization: Token ..., and any other scheme.
  new RegExp(
    `(authorization\\\\*["']?\\s*[:=]\\s*\\\\*["'\`]?(?:[A-Za-z][\\w-]{2,20}\\s+)?)${NO_CODE}${VALUE}{8,}`,
    'gi',
  ),
  /(\bbearer\s+)(?=[\w.~+/-]{0,500}\d)[\w.~+/-]{16,}=*/gi,
  /((?<![\w-])--(?:[a-z]{1,20}-)?(?:password|passwd|pass|token|secret|api-key)[ =]["']?)[^\s"'$-][^\s"']{3,}/gi,
  /(\b(?:set-)?cookie:\s*)[^\s=;]{1,100}=[^\n"'`]{4,}/gi,
  // The response that proves the password in Authorization: Digest, and the credentials in docker's configuration.
  /(\bdigest\s[^\n]{0,1000}?\bresponse=\\*["']?)[\w+/=]{8,}/gi,
  /(\\*"auth\\*"\s*:\s*\\*")[\w+/=]{8,}/gi,
  // Passwords in .netrc and .npmrc.
  /(\blogin\s+\S{1,100}\s+password\s+)\S+/gi,
  /(_auth\s*=\s*)[\w+/=]{8,}/gi,
  /(\bcurl(?:\s[^\n]{0,300}?)?\s(?:-u|--user)[ =]?["']?[^\s:"']{1,100}:)[^\s"']+/gi,
]

/** The value must be neither a count nor a folder, which PWD mostly is. */
const NO_COUNT = '(?!\\d{1,5}(?!\\w))'
const NO_FOLDER = '(?![/~.$]|[A-Za-z]:[\\\\/])'

/** DB_PASS and similar names. Every test run prints "pass", so the context has to show that a password is meant. */
const SHORT_NAMED: readonly RegExp[] = [
  new RegExp(`((?<![A-Za-z])PASS=\\\\*["']?)${NO_COUNT}${NO_CODE}${VALUE}{4,}`, 'g'),
  /((?<![A-Za-z])PASS=")[^"\n]{4,100}(?=")/g,
  /((?<![A-Za-z])PASS=')[^'\n]{4,100}(?=')/g,
  new RegExp(`(_PASS${GIVEN})${NO_COUNT}${NO_CODE}${VALUE}{6,}`, 'g'),
  new RegExp(`((?:_pass|[a-z]Pass)${GIVEN})${NO_CODE}(?=\\S*\\d)${VALUE}{8,}`, 'g'),
  new RegExp(`(\\bpass=)(?=\\S*\\d)(?=\\S*[a-z])(?:(?!/)${VALUE}){6,}`, 'gi'),
  new RegExp(`(\\buser\\b[^\\n]{0,200}?\\bpass\\\\*["']?\\s*:\\s*\\\\*["'])${VALUE}{4,}`, 'gi'),
  new RegExp(
    `((?<!(?:^|[^A-Za-z])OLD)pwd\\\\*["']?=\\\\*["']?)${NO_FOLDER}${NO_CODE}${VALUE}{4,}`,
    'gi',
  ),
  new RegExp(`(pwd${GIVEN})${NO_FOLDER}${NO_CODE}(?=\\S*\\d)${VALUE}{6,}`, 'gi'),
]

/** Commands that take a password as an argument, up to where the password begins. */
const PASSWORD_ARGUMENTS = [
  '\\b(?:mysql|mariadb)[\\w-]{0,20}(?:\\s[^\\n;|&]{0,300}?)?\\s-p(?!\\d+:\\d)',
  '\\bsshpass\\s(?:-[^\\n;|&]{0,100}?\\s)?-p\\s?',
  '\\b(?:docker|podman)\\slogin\\s[^\\n;|&]{0,300}?(?<=\\s)-p\\s?',
  '\\bmongo[a-z]{0,10}\\s[^\\n;|&]{0,300}?(?<=\\s)-p\\s?',
  '\\bredis-cli\\s[^\\n;|&]{0,300}?(?<=\\s)-a\\s',
  '\\s-pass(?:in|out)?\\spass:',
].join('|')
const ARGUMENTS = new RegExp(`((?:${PASSWORD_ARGUMENTS})["']?)(?![\\s"'$-])[^\\s"']{3,}`, 'gi')

/** https://user:password@host, https://token:x-oauth-basic@host and https://token@host; a long name with a digit is no name. */
const IN_ADDRESSES: readonly RegExp[] = [
  /(:\/\/)[^\s/:@"']{1,256}(?=:x-oauth-basic@)/gi,
  /(:\/\/)(?=[^\s/:@"']*\d)[^\s/:@"']{20,256}(?=:?@)/gi,
  /(:\/\/[^\s/:@"']{0,256}:)(?!x-oauth-basic@)[^\s/"']{1,256}(?=@)/gi,
]

/** An AWS secret key has no recognisable form, but often stands beside its id. */
const BESIDE_ITS_ID =
  /((?:AKIA|ASIA)[A-Z0-9]{16}[\s"',:;|]{1,20})[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])/g

const KEY = KEYS.map(([beginnings, rest]) => `(?:${beginnings})${rest}`).join('|')

/** The whole key is masked. A branch name may begin like a key. */
const WHOLE = new RegExp(`()(?<![\\w-]|refs/heads/)(?:${KEY})`, 'g')

export interface SecretRule {
  /** A cheap pattern that matches every line that has such a secret. */
  readonly hint: RegExp
  readonly patterns: readonly RegExp[]
}

/** The order matters: the mask of one rule hides nothing from the next rule. */
export const SECRET_RULES: readonly SecretRule[] = [
  { hint: /:\/\/[^\s/@]{1,512}@/, patterns: IN_ADDRESSES },
  // Most keys are long words; the others contain characters that end a word.
  { hint: /\b[\w.-]{18}|whsec_|glc_|sntry|ops_eyJ/, patterns: [BESIDE_ITS_ID, WHOLE] },
  {
    hint: /key|secret|token|pass[wp]|--pass|--[a-z]+-pass|mysql_pwd|credential|cookie|auth|digest|bearer|curl /i,
    patterns: NAMED,
  },
  { hint: /pass[\w\\"'`-]*\s*[:=]|pwd/i, patterns: SHORT_NAMED },
  { hint: /mysql|mariadb|sshpass| login |mongo|redis-cli|pass:/i, patterns: [ARGUMENTS] },
]

const BEGINNINGS = KEYS.map(([beginnings]) => beginnings).join('|')

/** Matches the beginning of a secret that runs up to the end of the text. */
export const UNFINISHED = new RegExp(
  [
    `(?<![\\w-])(?:${BEGINNINGS})[\\w.+/=-]*$`,
    `(?:${NAMES}|authorization)${GIVEN}(?:[A-Za-z][\\w-]{2,20}\\s+)?${VALUE}+$`,
    `(?:\\bpass|_pass|[a-z]Pass|pwd)${GIVEN}${VALUE}+$`,
    `(?:${PASSWORD_ARGUMENTS})\\S*$`,
    '://[^\\s/:@"\']{0,256}:(?!\\d{1,5}$)[^\\s/@"\']{0,256}$',
    '://[^\\s/:@"\']{1,256}$',
    '-----BEGIN [A-Z ]{0,60}-{0,4}$',
  ].join('|'),
  'i',
)
