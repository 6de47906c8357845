/** What `conductor take` asks in a terminal, and what the answer means. */
import type { ResultDocument } from '../../core/take/result-document.ts'
import type { TakeWish } from '../../core/take/take-wish.ts'

type Asked = Pick<ResultDocument, 'into' | 'ways' | 'is_checked'>

const canMerge = ({ ways }: Asked): boolean => ways[0]!.possible

/** What nothing has checked is not merged by Enter alone. */
export function sayQuestion(seen: Asked): string {
  const merge = seen.is_checked
    ? `Enter to merge into ${seen.into}, or `
    : `merge into ${seen.into} (NOTHING WAS CHECKED), `
  return `${canMerge(seen) ? merge : ''}branch <name>, patches <folder>, push [remote], no: `
}

/** null: not now. The folder of patches is as it was typed. */
export function wishTyped(typed: string, seen: Asked): TakeWish | 'unknown' | null {
  const [word = '', ...rest] = typed.trim().split(/\s+/)
  const words = rest.join(' ')
  const isMerge = /^(m|merge|y|yes)$/i.test(word) || (word === '' && seen.is_checked)
  if (canMerge(seen) && isMerge) return { way: 'merge', ff: 'auto' }
  if (word === 'branch' && words !== '') return { way: 'branch', name: words }
  if (word === 'patches' && words !== '') return { way: 'patches', folder: words }
  if (word === 'push') return { way: 'push', remote: words === '' ? null : words }
  return /^(|n|no)$/i.test(word) ? null : 'unknown'
}
