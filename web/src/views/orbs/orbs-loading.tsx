/** Fills the place of the hall until it can be drawn. */
import { EmptyArt } from '../../parts/empty-art.tsx'

export const OrbsLoading = ({ says }: { readonly says: string }) => (
  <div className="orbs-loading" role="status">
    <EmptyArt name="orbs" />
    <p className="quiet">{says}</p>
  </div>
)
