/** Says why a branch of the remote stays. */
import type { WhyBranchStays } from '../../forge/branch-fate.ts'

/** name: of its pull request, such as #12. */
export function sayWhyBranchStays(why: WhyBranchStays, name: string): string {
  switch (why.is) {
    case 'not-opened':
      return 'it has no pull request yet'
    case 'open':
      return `${name} is not merged`
    case 'closed':
      return `${name} was closed without merging, and its work may be nowhere else`
    case 'taken-over':
      return `${name} has the work of a later run now`
    case 'shared':
      return 'another person has pushed to it'
    case 'used-again':
      return `#${why.number} uses it now`
    case 'base-of':
      return `${why.numbers.map((number) => `#${number}`).join(', ')} ${why.numbers.length === 1 ? 'goes' : 'go'} into it; \`conductor pr sync\` puts what is ours on the base below`
    case 'not-contained':
      return `it has work that is not in ${why.base}`
  }
}
