/** Keeps the frame alive when a view breaks: an error message takes the place of the view. */
import { Component, type ReactNode } from 'react'
import { Button } from '../parts/button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'

interface Props {
  /** The address of the view: another view starts without the error. */
  readonly address: string
  readonly children: ReactNode
}

export class ViewBoundary extends Component<Props, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    return { error }
  }

  override componentDidUpdate(before: Props): void {
    if (before.address !== this.props.address && this.state.error !== null)
      this.setState({ error: null })
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children
    return (
      <EmptyState title="This view has stopped working">
        <p>
          The run continues, and nothing is lost. The error is:{' '}
          <code>{wordsOf(this.state.error)}</code>
        </p>
        <Button onClick={() => location.reload()}>Reload the page</Button>
      </EmptyState>
    )
  }
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : 'not known')
