/** The floating button that asks for orderings. */
import './suggest-button.css'

export function SuggestButton({ onClick }: { readonly onClick: () => void }) {
  return (
    <button
      type="button"
      className="suggest-button"
      title="Get AI-powered parallelization suggestions"
      onClick={onClick}
    >
      <Sparkle />
      <span className="unseen">✨ </span>Suggest Order
    </button>
  )
}

/** Drawn, because not every machine has a font with this sign. */
const Sparkle = () => (
  <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    <path d="M6.5 2.5Q7.2 7.3 12 8Q7.2 8.7 6.5 13.5Q5.8 8.7 1 8Q5.8 7.3 6.5 2.5zM12.5 1Q12.8 2.9 14.7 3.2Q12.8 3.5 12.5 5.4Q12.2 3.5 10.3 3.2Q12.2 2.9 12.5 1zM12.8 10.6Q13.1 12.5 15 12.8Q13.1 13.1 12.8 15Q12.5 13.1 10.6 12.8Q12.5 12.5 12.8 10.6z" />
  </svg>
)
