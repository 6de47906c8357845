/** One way to tell people something, as they have set it up. */

/** message: with {task_id}, {task_name} and {text} to be filled in. */
export type Notification =
  /** A bell, and the words where the terminal can show them. */
  | { readonly type: 'terminal' | 'desktop'; readonly message: string }
  | { readonly type: 'sound'; readonly file: string }
  /** Text is a line of shell, a list the words of a command. */
  | {
      readonly type: 'command'
      readonly command: string | readonly string[]
      readonly message: string
    }
  | { readonly type: 'webhook'; readonly url: string; readonly message: string }

export const USUAL_MESSAGE = '{task_id}: {text}'
