/** The head of an arrow: a marker, to be put into the `defs` of an SVG. */
export function ArrowHead({ id, size }: { readonly id: string; readonly size: number }) {
  return (
    <marker
      id={id}
      viewBox="0 0 8 8"
      refX="7"
      refY="4"
      markerWidth={size}
      markerHeight={size}
      orient="auto-start-reverse"
    >
      <path d="M0 0.8L7.2 4L0 7.2z" />
    </marker>
  )
}
