/** The prompt of an attempt: how things are now and what to do, never how many attempts there were before. */
import { assigned, wantedIn } from '../run/attempt-start.ts'
import { inQuotes, quotesIssue } from '../forge/issues/issue-prompt.ts'
import type { Task } from '../plan/plan.ts'
import type { Material } from './prompt-material.ts'
import { fillTemplate, type PromptParts } from './prompt-template.ts'
import { listed, sayRedo, sayResolve } from '../say/landing/say-resolve.ts'
import type { Question } from './sign.ts'
import { aimOf, type Purpose } from '../run/task-state.ts'

interface Words {
  /** The task as the agent gets it. */
  readonly task: Task
  /** The complete prompt; null when the task is a command. */
  readonly prompt: string | null
  /** say: what the agent is told instead of the prompt when it goes on with the conversation. */
  readonly conversation: {
    readonly id: string
    readonly say: string
    readonly spentUsd: number
  } | null
}

/** What the agent of an attempt is told, and the conversation it can go on with. */
export function wordsOf(material: Material): Words {
  const task = assigned(material)
  const prompt = task.work.is === 'command' ? null : promptOf(material.template, partsOf(material))
  // A fresh start in a conversation is one in that of another task: what to do now is not known there.
  const say = material.start === 'fresh' && prompt !== null ? prompt : sayGoOn(material)
  return { task, prompt, conversation: material.conversation && { ...material.conversation, say } }
}

/** Guidance reaches the agent even when the template has no placeholder for it. */
function promptOf(template: string, parts: PromptParts): string {
  const homeless = (['decided', 'situation'] as const).filter(
    (name) => parts[name] !== '' && !template.includes(`{{${name}}}`),
  )
  const text = fillTemplate(template, parts)
  if (homeless.length === 0) return text
  return [text.trimEnd(), ...homeless.map((name) => parts[name])].join('\n\n')
}

/** What an agent is told when it goes on with a conversation; it already knows everything else. */
function sayGoOn({ purpose, guidance }: Material): string {
  const words = [
    ...(purpose.is === 'redo' ? [sayRedo('Your work', purpose)] : []),
    ...guidance.said.slice(guidance.delivered),
  ]
  if (words.length > 0) return words.join('\n\n')
  return 'You were interrupted. Go on where you stopped, and finish the task.'
}

function partsOf(material: Material): PromptParts {
  const { task, purpose, parts } = material
  const aim = aimOf(purpose)
  const text = wantedIn(task).trimEnd()
  return {
    ...parts,
    id: task.id,
    title: titleOf(task),
    task: aim.is === 'resolve' ? sayResolve(text, aim.trouble) : text,
    deliverable: task.expectedDeliverable?.trimEnd() ?? '',
    issue: task.issue === null ? '' : String(task.issue),
    files: listed(task.files),
    decided: sayDecided(material),
    situation: aim.is === 'resolve' ? '' : saySituation(material, aim),
  }
}

/** The author of the issue has written its title, and may have meant the title for the agent. */
const titleOf = ({ name, issue, work }: Task): string =>
  issue !== null && work.is === 'prompt' && quotesIssue(work.text)
    ? `Issue #${issue}: ${inQuotes(name)}`
    : name

/** Gives the guidance as it holds now, after the questions it answers, because they are needed to understand it. */
function sayDecided({ guidance, asked }: Material): string {
  if (guidance.said.length === 0) return ''
  const directions = guidance.said.map((one) => one.trimEnd()).join('\n\n')
  if (asked.length === 0) return directions
  const questions = new Set(asked.map((question) => `- ${sayQuestion(question)}`))
  return `What was to be decided:\n\n${[...questions].join('\n')}\n\nWhat holds now:\n\n${directions}`
}

const sayQuestion = ({ decision, options }: Question): string =>
  options.length === 0 ? decision : `${decision} (${options.join(', or ')})`

function saySituation(
  { start, trouble }: Material,
  aim: Exclude<Purpose, { is: 'go-on' | 'resolve' }>,
): string {
  const parts = [
    ...(aim.is === 'redo' ? [sayRedo('What is in this folder', aim)] : []),
    ...(aim.is === 'work' && start === 'continue' ? [HALF_DONE] : []),
    ...(trouble === '' ? [] : [trouble]),
  ]
  return parts.join('\n\n')
}

const HALF_DONE =
  'Part of this work is in this folder already. Look at what is there, and go on from it.'
