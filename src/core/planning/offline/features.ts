/** Features that many products have: one name for each, what it needs, and those that a kind of product always has. */

interface Feature {
  readonly name: string
  readonly words: RegExp
  /** Names of other features that it needs, if they are wanted too. */
  readonly needs: readonly string[]
}

const feature = (name: string, words: RegExp, needs: readonly string[] = []): Feature => ({
  name,
  words,
  needs,
})

const FEATURES: readonly Feature[] = [
  feature(
    'Roles and permissions',
    /^(?:user )?(?:roles?|permissions?|access control|rbac)(?: (?:and|&) (?:roles?|permissions?))?$/i,
    ['Accounts and sign-in'],
  ),
  feature(
    'Accounts and sign-in',
    /^(?:user |customer )*(?:accounts?|log ?-?in|sign ?-?in|sign ?-?up|registration|authentication|auth|sign up|log in|user management|register|logging in|signing up|users)(?:(?: and |\/|, | & )(?:accounts?|log ?-?in|log ?-?out|sign ?-?in|sign ?-?up|registration|authentication|auth|register|profiles?))*$/i,
  ),
  feature('Sharing', /^(?:sharing|share|collaboration)$/i, ['Accounts and sign-in']),
  feature('Shopping cart', /^(?:shopping |a )?(?:cart|basket)s?$/i, ['Product catalogue']),
  feature(
    'Product catalogue',
    /^(?:product )?(?:catalog(?:ue)?|products|product list\w*|listings?)$/i,
  ),
  feature(
    'Checkout and orders',
    /^(?:checkout|orders?|ordering|order management|checkout and orders)$/i,
    ['Shopping cart'],
  ),
  feature('Payments', /^(?:payments?|paying|billing|payment processing)$/i, [
    'Checkout and orders',
    'Accounts and sign-in',
  ]),
  feature(
    'Reviews and ratings',
    /^(?:product )?(?:reviews?|ratings?)(?: and (?:reviews?|ratings?))?$/i,
    ['Accounts and sign-in', 'Product catalogue'],
  ),
  feature('Comments', /^(?:comments?|commenting)$/i, ['Accounts and sign-in', 'Posts']),
  feature('Posts', /^(?:blog )?(?:posts?|articles?|posting)$/i),
  feature(
    'Administration',
    /^(?:admin(?:istration)?)(?: (?:panel|area|dashboard|interface|console))?$/i,
    ['Accounts and sign-in', 'Roles and permissions'],
  ),
]

/** The usual name of a feature, or the given one. */
export const usualName = (name: string): string =>
  FEATURES.find(({ words }) => words.test(name.trim()))?.name ?? name

/** The names of features that this one cannot work without. */
export const needsOf = (name: string): readonly string[] =>
  FEATURES.find((one) => one.name === featureIn(name))?.needs ?? []

const MENTIONS: readonly (readonly [string, RegExp])[] = [
  ['Sharing', /\bshar(?:e|ed|ing)\b/i],
  [
    'Accounts and sign-in',
    /\b(?:sign(?:ing)?[- ]?(?:in|on|up)|log(?:ging)?[- ]?in|accounts|authentication|sso)\b/i,
  ],
  ['Roles and permissions', /\b(?:roles|permissions)\b/i],
  ['Administration', /\badmin(?:s|istrators?|istration)?\b/i],
  ['Checkout and orders', /\b(?:checkout|orders)\b/i],
  ['Payments', /\bpayments?\b/i],
]

/** The known feature that a longer name is about. */
export const featureIn = (name: string): string =>
  FEATURES.find(({ words }) => words.test(name.trim()))?.name ??
  MENTIONS.find(([, words]) => words.test(name))?.[0] ??
  name

interface Archetype {
  readonly words: RegExp
  readonly called: string
  /** What it is about; the first is what makes it that kind of product. */
  readonly features: readonly string[]
}

/** Kinds of products that everybody knows. Their features are assumed only where the requirements name too few. */
export const ARCHETYPES: readonly Archetype[] = [
  {
    words:
      /\be-?commerce\b|\bonline (?:shop|store)\b|\bweb ?shop\b|\bshopping (?:site|app)\b|\bmarketplace\b|\bstorefront\b/i,
    called: 'an online shop',
    features: ['Product catalogue', 'Accounts and sign-in', 'Shopping cart', 'Checkout and orders'],
  },
  {
    words: /\b(?:blog|blogging)\b/i,
    called: 'a blog',
    features: ['Posts', 'Accounts and sign-in', 'Comments'],
  },
  {
    words: /\b(?:chat|messaging) (?:app|application|service|site)\b|\bmessenger\b/i,
    called: 'a chat',
    features: ['Messages', 'Accounts and sign-in', 'Rooms'],
  },
  {
    words: /\bsocial (?:network|media)\b/i,
    called: 'a social network',
    features: ['Posts', 'Accounts and sign-in', 'Profiles and following', 'Feed', 'Notifications'],
  },
  {
    words: /\b(?:booking|reservation|appointment)s? (?:app|system|site|service)\b/i,
    called: 'a booking system',
    features: ['Bookings', 'Accounts and sign-in', 'Calendar of free times', 'Reminders by mail'],
  },
  {
    words: /\bcrm\b/i,
    called: 'a CRM',
    features: ['Contacts', 'Accounts and sign-in', 'Deals', 'Activities', 'Reports'],
  },
  {
    words: /\b(?:platform|saas|enterprise (?:system|application|suite)|erp)\b/i,
    called: 'a platform',
    features: [
      'Main records',
      'Accounts and sign-in',
      'Roles and permissions',
      'Teams',
      'Search',
      'Notifications',
      'Billing',
      'Administration',
    ],
  },
]

/** What an app is about, when its name says so: "todo app", "recipe site". */
export function subjectOf(text: string): string | null {
  const subject =
    /\b(to-?do|task|note|recipe|bookmark|habit|expense|budget|photo|music|movie|book|inventory|quiz|poll|survey|event|job|fitness|workout|weather|contact|invoice|ticket|link|news|file|kanban|time[- ]tracking)s?[- ](?:list |board |management |sharing |tracking |tracker )?(?:app|application|site|website|web app|tracker|manager|list|board|service|system|tool)\b/i.exec(
      text,
    )?.[1]
  return subject === undefined ? null : subject.replace(/^todo$/i, 'to-do').toLowerCase()
}
