/** Reads the end of the log of a check: of a job of GitHub Actions, or the report of another program. */
import { plainText } from '../../../core/text/plain-text.ts'
import { maskOutput } from '../../../processes/mask-output.ts'
import type { Github } from '../call/connection.ts'
import { firmFetch, isRedirect } from '../call/limited-fetch.ts'
import { OddAnswer } from '../call/odd-answer.ts'
import { isRow, rowIn, textIn } from '../call/sent.ts'
import { endOfFile } from './end-of-file.ts'

/** log: as in SeenCheck. Rejects with errors of Octokit, or with OddAnswer. */
export async function logEnd(github: Github, log: string, longest: number): Promise<string> {
  const [kind, id] = log.split(':')
  if (kind === 'job') return endOf(await jobLog(github, Number(id), longest), longest)
  if (kind === 'check') return endOf(await report(github, Number(id)), longest)
  return ''
}

/** Each line of a job starts with a time, which says nothing about a failure. */
const TIME = /^\ufeff?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z ?/gm

/** Starts with a whole line, if one fits. */
function endOf(text: string, longest: number): string {
  const plain = maskOutput(plainText(text.replaceAll(TIME, ''))).trimEnd()
  if (plain.length <= longest) return plain
  const cut = plain.slice(-longest)
  const line = cut.indexOf('\n') + 1
  return plain[plain.length - longest - 1] === '\n' ? cut : cut.slice(line)
}

/** Room for characters of several bytes, and for the times of the lines. */
const BYTES_PER_CHARACTER = 6

async function jobLog(github: Github, job: number, longest: number): Promise<string> {
  const address = await addressOf(github, job)
  if (address === null) return ''
  return await endOfFile(address, longest * BYTES_PER_CHARACTER, github.closing)
}

/** GitHub redirects to a signed URL, which is valid for a minute; null: GitHub no longer has the log. */
async function addressOf(
  { octokit, repository, closing }: Github,
  job: number,
): Promise<string | null> {
  let address: string | null = null
  const ask = firmFetch(closing)
  try {
    await octokit.request('GET /repos/{owner}/{repo}/actions/jobs/{job_id}/logs', {
      ...repository,
      job_id: job,
      request: {
        fetch: async (...asked: Parameters<typeof ask>) => {
          const response = await ask(...asked)
          if (!isRedirect(response)) return response
          await response.body?.cancel()
          address = response.headers.get('location')
          return new Response(null, { status: 204 })
        },
      },
    })
  } catch (error) {
    if (isRow(error) && (error['status'] === 404 || error['status'] === 410)) return null
    throw error
  }
  if (address === null) throw new OddAnswer('not-understood')
  return address
}

async function report({ octokit, repository }: Github, check: number): Promise<string> {
  const { data } = await octokit.request('GET /repos/{owner}/{repo}/check-runs/{check_run_id}', {
    ...repository,
    check_run_id: check,
  })
  const output = rowIn(data, 'output')
  const parts = ['title', 'summary', 'text'].map((field) => textIn(output, field))
  return parts.filter((each) => each !== '').join('\n\n')
}
