/** The areas in which a mistake is dear, and how a task is recognised that touches one. */

interface SensitiveArea {
  /** Words and phrases; a plural or another case is the same word. */
  readonly words: readonly string[]
  /** Globs of paths. */
  readonly files: readonly string[]
}

/** By the name of the area. */
export type SensitiveAreas = Readonly<Record<string, SensitiveArea>>

export const USUAL_SENSITIVE_AREAS: SensitiveAreas = {
  secrets: {
    words: ['secret', 'credential', 'api key', 'private key', 'access token', 'vault'],
    files: ['**/.env*', '**/*secret*', '**/*.pem', '**/*credential*'],
  },
  auth: {
    words: [
      'auth',
      'authentication',
      'authorization',
      'authorisation',
      'login',
      'log in',
      'sign in',
      'sign up',
      'sign on',
      'identity provider',
      'signup',
      'password',
      'session cookie',
      'oauth',
      'sso',
      'jwt',
      'permission',
      'access control',
      'rbac',
      '2fa',
      'mfa',
    ],
    files: ['**/auth/**', '**/*auth*.*', '**/*login*.*', '**/*permission*.*'],
  },
  migrations: {
    words: [
      'migration',
      'database schema',
      'schema change',
      'drop table',
      'alter table',
      'backfill',
    ],
    files: ['**/migrations/**', '**/migrate/**', '**/schema.*'],
  },
  ci: {
    words: ['ci', 'ci/cd', 'github action', 'gitlab ci', 'build pipeline', 'deploy', 'deployment'],
    files: ['.github/workflows/**', '.gitlab-ci.yml', '**/Jenkinsfile', '.circleci/**', '.ci/**'],
  },
  billing: {
    words: [
      'billing',
      'payment',
      'pay',
      'invoice',
      'refund',
      'subscription',
      'checkout',
      'credit card',
      'stripe',
      'paypal',
      'tax',
    ],
    files: ['**/billing/**', '**/payment*/**', '**/*invoice*.*'],
  },
  security: {
    words: [
      'security',
      'vulnerability',
      'xss',
      'csrf',
      'sql injection',
      'encryption',
      'encrypt',
      'sandbox',
      'cve',
    ],
    files: ['**/security/**', '**/crypto/**'],
  },
  performance: {
    words: ['performance', 'latency', 'throughput', 'hot path', 'memory leak', 'scalability'],
    files: ['**/perf/**'],
  },
}
