/** Works out each answer once, for as long as somebody has the question. Only for questions that are never changed in place. */
export function once<Question extends object, Answer extends object>(
  answerTo: (question: Question) => Answer,
): (question: Question) => Answer {
  const answers = new WeakMap<Question, Answer>()
  return (question) => {
    const before = answers.get(question)
    if (before !== undefined) return before
    const answer = answerTo(question)
    answers.set(question, answer)
    return answer
  }
}
