/** There was an answer, but none that GitHub's API would give. */
export class OddAnswer extends Error {
  readonly why: 'redirect' | 'too-large' | 'not-understood'
  constructor(why: OddAnswer['why']) {
    super(why)
    this.why = why
  }
}
