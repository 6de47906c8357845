/** Writes numbered lines to a small transcript, as fast as it can: node talkative.ts <folder> <bytes> <lines> */
import { openTranscript } from '../../src/agents/transcript/transcript.ts'

const [folder, bytes, lines] = process.argv.slice(2)
const transcript = openTranscript(folder!, Number(bytes))
for (let i = 0; i < Number(lines); i++) transcript.write('out', Buffer.from(`line ${i}\n`))
transcript.close()
