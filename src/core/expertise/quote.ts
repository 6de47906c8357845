/** Text of people, models and programs as data: one line, cut, without secrets, control characters and invisible marks. */
import { cleanLine, cleanText, cutText } from '../planning/check/draft-text.ts'
import { maskSecrets } from '../text/secrets.ts'

const LONGEST = 200

/** Secrets are masked before lines are joined, because some of them go over several lines. */
export const asData = (text: string, longest: number = LONGEST): string =>
  cutText(cleanLine(maskSecrets(cleanText(text))), longest)

/** A quotation mark in the text cannot end the quotation. */
export const quote = (text: string): string => `"${asData(text).replaceAll('"', "'")}"`
