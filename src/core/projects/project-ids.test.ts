import { property, assert, string, array } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { idsFor, isProjectId } from './project-ids.ts'

const first = (name: string, count = 1): readonly string[] => [...idsFor(name).take(count)]

describe('the id of a project', () => {
  it('is its name, with a number if another project has the name', () => {
    expect(first('shop', 3)).toEqual(['shop', 'shop-2', 'shop-3'])
    expect(first('my.site_2')).toEqual(['my.site_2'])
  })

  it('has no signs that mean something in a path', () => {
    expect(first('Caf\u00e9 & Bar')).toEqual(['Cafe-Bar'])
    expect(first('..')).toEqual(['project'])
    expect(first('.hidden/../x')).toEqual(['hidden-..-x'])
    expect(first('\u5e97')).toEqual(['project'])
  })

  it('is never a word that means another thing there', () => {
    expect(first('current', 2)).toEqual(['current-2', 'current-3'])
    expect(first('all')).toEqual(['all-2'])
  })

  it('fits into a path whatever the folder is called, and ids of one name differ', () => {
    assert(
      property(array(string({ unit: 'binary' })), (parts) => {
        const ids = first(parts.join(''), 4)
        expect(new Set(ids).size).toBe(4)
        for (const id of ids) {
          expect(isProjectId(id)).toBe(true)
          expect(new URL(`http://host/projects/${id}/x`).pathname).toBe(`/projects/${id}/x`)
        }
      }),
    )
  })
})
