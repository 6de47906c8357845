/** What a person is asked, and where the answer goes. */
export interface PersonQuestion {
  readonly title: string
  readonly text?: string
  /** The label of a text field; without it the dialog only asks for a confirmation. */
  readonly words?: string
  /** The field has one line, and Enter confirms. */
  readonly isLine?: boolean
  /** The text that the field begins with. */
  readonly said?: string
  /** The label of the button that confirms. */
  readonly yes: string
  readonly isDanger?: boolean
}

export interface PendingQuestion {
  readonly question: PersonQuestion
  readonly answer: (words: string | null) => void
}
