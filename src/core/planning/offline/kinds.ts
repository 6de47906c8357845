/** Kinds of projects, in any domain: what comes first, what its parts are called, and what comes last. */

interface AddedPiece {
  readonly name: string
  readonly goal: string
  readonly domain: string
}

export interface Kind {
  readonly called: string
  readonly words: RegExp
  /** Comes before all parts of something new; null: the parts can start at once. */
  readonly first: AddedPiece | null
  /** Comes after all parts. */
  readonly last: AddedPiece | null
  /** For parts whose own words do not tell. */
  readonly domain: string
  /** The parts are a chain of steps. */
  readonly isChain: boolean
}

const kind = (
  called: string,
  words: RegExp,
  rest: Omit<Kind, 'called' | 'words' | 'isChain'> & { isChain?: boolean },
): Kind => ({
  called,
  words,
  isChain: false,
  ...rest,
})

/** The first that fits counts. Web apps have a plan of their own (web-app.ts). */
export const ON_DEVICE = 'an app on a device'

/** What such an app keeps elsewhere. */
export const WITH_SERVER =
  /\b(?:server|backend|api|log ?in|sign ?(?:in|up)|accounts?|sync\w*|sharing|shared|chat|online)\b/i

export const KINDS: readonly Kind[] = [
  kind(
    'a document',
    /\b(?:latex|paper|thesis|manuscript|article about|book about|white ?paper|essay|dissertation|report about|handbook|survey paper)\b/i,
    {
      first: {
        name: 'Set up the document',
        goal: 'Create the skeleton of the document: main file, one file per section, bibliography, and a command that builds it.',
        domain: 'writing',
      },
      last: {
        name: 'Revise the whole document',
        goal: 'Read the whole document: make terms, references and figures consistent, fix what does not build, and proofread.',
        domain: 'writing',
      },
      domain: 'writing',
    },
  ),
  kind(
    'a data pipeline',
    /\b(?:(?:data|etl|elt|ingestion|streaming) pipeline|etl|data warehouse|pipeline that|scraper|crawler|dataset|machine learning|ml model|train(?:s|ing)? (?:a|an|the) (?:model|classifier))\b/i,
    {
      first: {
        name: 'Define the data between the stages',
        goal: 'Define the records that each stage takes and gives, with small example files that the other tasks can test against.',
        domain: 'data',
      },
      last: {
        name: 'Connect the stages and test the whole',
        goal: 'Connect all stages, run them on the example data from beginning to end, and test failures in the middle.',
        domain: 'integration',
      },
      domain: 'data',
    },
  ),
  kind(
    'infrastructure',
    /\b(?:infrastructure|terraform|kubernetes|k8s|helm|ansible|provision|vpc|cluster|staging environment|deployment (?:of|for)|monitoring stack|cloudformation|pulumi)\b/i,
    {
      first: {
        name: 'Set up the base configuration',
        goal: 'Create the base that the other parts need: providers, state, variables and environments, with a command that checks them without applying anything.',
        domain: 'infrastructure',
      },
      last: {
        name: 'Check the whole and write the runbook',
        goal: 'Check the whole configuration together (plan or dry run, policies) and write how to apply it and how to go back.',
        domain: 'infrastructure',
      },
      domain: 'infrastructure',
    },
  ),
  kind(
    'a command-line tool',
    /\b(?:cli|command[- ]line (?:tool|program|app|application|utility)|(?:tool|program|utility|app) for the (?:command line|terminal)|terminal (?:tool|app))\b/i,
    {
      first: {
        name: 'Set up the program and its arguments',
        goal: 'Create the program: its entry point, the parsing of arguments, help, exit codes, and the modules that its commands share.',
        domain: 'cli',
      },
      last: {
        name: 'Test the program and document it',
        goal: 'Test the program as users type it, including wrong input, and write its documentation.',
        domain: 'testing',
      },
      domain: 'cli',
    },
  ),
  kind(
    ON_DEVICE,
    /\b(?:android|ios|iphone|ipad|mobile|desktop|flutter|react native|electron) (?:app|application)\b/i,
    {
      first: {
        name: 'Set up the app and its data',
        goal: 'Create the app: its project, the way between its screens, a shared style, and how its data is kept on the device.',
        domain: 'frontend',
      },
      last: {
        name: 'Test the app as a whole',
        goal: 'Test the app the way its users use it, with an empty start and much data, and fix what does not fit together.',
        domain: 'testing',
      },
      domain: 'frontend',
    },
  ),
  kind('a game', /\bgame\b/i, {
    first: {
      name: 'Set up the game loop',
      goal: 'Create the frame of the game: the loop, input, the state of the game, and drawing of something simple.',
      domain: 'general',
    },
    last: {
      name: 'Play it through and polish',
      goal: 'Put everything together, test the rules of the game, and fix what is rough when it is played.',
      domain: 'testing',
    },
    domain: 'general',
  }),
  kind(
    'a library',
    /\b(?:library|sdk|package|framework|plugin|extension|crate|gem|npm module)\b/i,
    {
      first: {
        name: 'Define the public interface',
        goal: 'Define the types and functions that users of the library see, with a test that uses them.',
        domain: 'backend',
      },
      last: {
        name: 'Document the library with examples',
        goal: 'Write the documentation, with examples that are run as tests.',
        domain: 'docs',
      },
      domain: 'backend',
    },
  ),
  kind('a service', /\b(?:api|microservice|service|backend|server|webhook|bot|daemon|gateway)\b/i, {
    first: {
      name: 'Set up the service and its data',
      goal: 'Create the service with its configuration, the data it keeps, and one endpoint or command that shows that it works.',
      domain: 'backend',
    },
    last: {
      name: 'Test the service as a whole',
      goal: 'Test the service from outside, with failures and wrong input, and write how it is run.',
      domain: 'testing',
    },
    domain: 'backend',
  }),
]

export const OTHER_KIND: Kind = kind('software', /(?:)/, {
  first: {
    name: 'Set up the project',
    goal: 'Create the project with its structure, the types that its parts share, and a command that runs its tests.',
    domain: 'general',
  },
  last: {
    name: 'Put the parts together and test them',
    goal: 'Put the parts together, test the whole from beginning to end, and fix what does not fit.',
    domain: 'testing',
  },
  domain: 'general',
})

/** Programs that one agent writes at once. */
export const TINY =
  /\b(?:calculator|counter|timer|stopwatch|converter|hello world|landing page|static page|tic[- ]tac[- ]toe|dice|coin flip|clock|fizz ?buzz|palindrome|password generator|random number|guessing game|hangman|script|one[- ]liner|snippet|function|regex|badge|favicon)\b/i

/** Something with pages and data behind them. */
export const WEB_APP =
  /\b(?:web ?app|web application|app|application|web ?site|site|web shop|shop|store|e-?commerce|marketplace|platform|portal|dashboard|saas|blog|social network|forum|wiki|crm|cms|mobile app|board|intranet)\b/i

/** No pages are wanted. */
export const WITHOUT_PAGES =
  /\b(?:no ui|no frontend|without (?:a )?(?:ui|frontend)|headless|api[- ]only|backend[- ]only|backend only|rest api for)\b/i

/** From one way of doing things to another. */
export const MIGRATION =
  /\b(?:migrat(?:e|ing|ion)|port|upgrade|convert|move|switch|transition|replace)\b(?<what>[^.;\n]*?)\b(?:to|from|with|onto|into|away from)\b/i
