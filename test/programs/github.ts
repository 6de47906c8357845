/**
 * A GitHub to try Conductor against by hand: `node test/programs/github.ts` prints its addresses and tokens and runs until
 * it is interrupted. With the token of ann one can review and merge over REST.
 */
import { startGithub } from '../scripted/github/start-github.ts'

const github = await startGithub({ strict: false, repositories: [{ deleteBranchOnMerge: true }] })
const ann = github.person('ann')
await ann.openIssue({ title: 'Prices are wrong', body: 'They are rounded.', labels: ['ready'] })
const { api, token } = github
const remote = github.remoteWithToken()
console.log(JSON.stringify({ api, token, remote, tokenOfAnn: ann.token() }, null, 2))
process.once('SIGINT', () => void github[Symbol.asyncDispose]())
