/** Small drawings for views that are empty, and for a run that is over. */
import type { ReactNode } from 'react'
import './empty-art.css'

export type ArtName = 'plan' | 'lanes' | 'runs' | 'calm' | 'orbs' | 'money' | 'over'

export const EmptyArt = ({ name }: { readonly name: ArtName }) => (
  <svg className="empty-art" data-art={name} viewBox="0 0 120 72" aria-hidden="true">
    {ART[name]}
  </svg>
)

const ART: Readonly<Record<ArtName, ReactNode>> = {
  plan: (
    <>
      <path d="M34 36h12M74 22c8 0 6-8 14-8M74 22h-4c-10 0-10 14-24 14M46 36c14 0 14 14 24 14h4" />
      <rect className="strong" x="8" y="28" width="28" height="16" rx="4" />
      <rect x="62" y="14" width="26" height="16" rx="4" />
      <rect x="62" y="42" width="26" height="16" rx="4" />
      <path d="M88 50h10" />
      <rect className="faint" x="98" y="42" width="16" height="16" rx="4" />
      <rect className="faint" x="98" y="14" width="16" height="16" rx="4" />
    </>
  ),
  lanes: (
    <>
      <path d="M10 18h100M10 36h100M10 54h100" className="faint" />
      <path className="strong" d="M10 18h52M10 36h74" />
      <path d="M10 54h30" />
      <circle className="full" cx="62" cy="18" r="4" />
      <circle className="full" cx="84" cy="36" r="4" />
      <circle cx="40" cy="54" r="4" />
    </>
  ),
  runs: (
    <>
      <rect x="14" y="12" width="92" height="12" rx="4" />
      <rect className="faint" x="14" y="30" width="92" height="12" rx="4" />
      <rect className="faint" x="14" y="48" width="92" height="12" rx="4" />
      <path className="strong" d="M20 18h44" />
    </>
  ),
  calm: (
    <>
      <circle className="faint" cx="60" cy="36" r="30" />
      <circle cx="60" cy="36" r="19" />
      <circle className="full" cx="60" cy="36" r="7" />
      <circle className="dot" cx="79" cy="36" r="3.5" />
      <circle className="dot" cx="39" cy="14.5" r="3.5" />
    </>
  ),
  orbs: (
    <>
      <path className="faint" d="M60 60 34 34M60 60l28-22M34 34 22 14M34 34l20-18" />
      <circle className="strong" cx="60" cy="58" r="9" />
      <circle cx="34" cy="34" r="7" />
      <circle cx="88" cy="38" r="6" />
      <circle className="faint" cx="22" cy="14" r="5" />
      <circle className="full" cx="55" cy="15" r="5" />
    </>
  ),
  money: (
    <>
      <path className="faint" d="M14 60h92" />
      <rect className="faint" x="22" y="40" width="14" height="20" rx="3" />
      <rect x="46" y="28" width="14" height="32" rx="3" />
      <rect className="strong" x="70" y="14" width="14" height="46" rx="3" />
      <rect className="faint" x="94" y="48" width="10" height="12" rx="3" />
    </>
  ),
  over: (
    <>
      <circle className="done-soft" cx="60" cy="36" r="30" />
      <circle className="done" cx="60" cy="36" r="21" />
      <path className="tick" d="m50 37 7 7 14-15" />
    </>
  ),
}
