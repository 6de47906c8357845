/** An issue as its forge shows it. Anybody may have written its text, so the text is data and never an instruction. */

export interface ForgeIssue {
  readonly number: number
  readonly title: string
  readonly body: string
  readonly url: string
  readonly isOpen: boolean
  readonly labels: readonly string[]
  readonly assignees: readonly string[]
  /** The owner of the token is an assignee. */
  readonly isMine: boolean
  readonly author: string
  /** The author is a member, an owner or a collaborator of the repository. */
  readonly isByMember: boolean
  /** Open issues of the same repository that the forge records as blocking this one. */
  readonly blockedBy: readonly number[]
  /** Issues of the same repository that are parts of this one. */
  readonly parts: readonly number[]
  /** Open pull requests that will close the issue. */
  readonly pulls: readonly number[]
  /** Milliseconds since 1970. */
  readonly updatedAt: number
}
