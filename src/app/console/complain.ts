/** Why a command could not do its work, with a hint. Thrown anywhere in the CLI, printed in one place. */
export class Complaint extends Error {
  readonly hint: string | null
  readonly exitCode: number
  constructor(message: string, hint: string | null = null, exitCode: number = BAD_INPUT) {
    super(message)
    this.hint = hint
    this.exitCode = exitCode
  }
}

/** The coordinator may end between the moment it is found and the moment it is asked. */
export async function answerOrComplaint<Answer>(asking: Promise<Answer>): Promise<Answer> {
  try {
    return await asking
  } catch (error) {
    if (error instanceof Complaint) throw error
    const { message } = error as Error
    throw new Complaint(
      `the coordinator does not answer: ${message}`,
      'it may just be ending; see `conductor status` and try again in a moment',
      COULD_NOT_GO_ON,
    )
  }
}

export const ALL_LANDED = 0
export const SOME_DID_NOT_LAND = 1
export const BAD_INPUT = 2
/** The machine, or a fault of Conductor, was in the way; everything is kept, and the run can be resumed. */
export const COULD_NOT_GO_ON = 3
export const INTERRUPTED = 130
