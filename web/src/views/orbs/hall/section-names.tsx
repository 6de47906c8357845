/** The names of repositories over the hall; a list of the same tree is elsewhere for screen readers. */
import type { Ref } from 'react'
import type { HallSection } from './hall-props.ts'
import type { NamePlace } from './stage/section-names.ts'

export function SectionNames({
  sections,
  names,
}: {
  readonly sections: readonly HallSection[]
  readonly names: Ref<HTMLDivElement>
}) {
  return (
    <div className="hall-names" ref={names} aria-hidden="true">
      {sections.map(({ repository, defaultBranch, count, needYou }) => (
        <div key={repository} className="hall-name" data-repository={repository}>
          <div>
            <strong>{repository}</strong> <code>{defaultBranch}</code>
          </div>
          <div>
            {count.toLocaleString('en')}
            {needYou > 0 && (
              <>
                {' · '}
                <b>{`${needYou.toLocaleString('en')} ${needYou === 1 ? 'needs' : 'need'} you`}</b>
              </>
            )}
          </div>
        </div>
      ))}
    </div>
  )
}

/** Called for every frame, so that it does not go through React. */
export function moveNames(host: HTMLElement, places: readonly NamePlace[]): void {
  const byName = new Map(places.map((place) => [place.repository, place]))
  for (const name of host.children as Iterable<HTMLElement> & HTMLCollection) {
    const place = byName.get(name.dataset['repository']!)
    const { style, dataset } = name
    if (place?.isSmall === true) dataset['small'] = ''
    else delete dataset['small']
    style.visibility = place?.isSeen === true ? 'visible' : 'hidden'
    if (place !== undefined) style.transform = `translate(${place.x}px, ${place.y}px)`
  }
}
