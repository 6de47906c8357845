/** One kind of notification, as the user has configured it. */

/** message: a template with {task_id}, {task_name} and {text}. */
export type Notification =
  /** A bell, and the message where the terminal can show it. */
  | { readonly type: 'terminal' | 'desktop'; readonly message: string }
  | { readonly type: 'sound'; readonly file: string }
  /** A string is a line of shell, a list is a command and its arguments. */
  | {
      readonly type: 'command'
      readonly command: string | readonly string[]
      readonly message: string
    }
  | { readonly type: 'webhook'; readonly url: string; readonly message: string }

export const USUAL_MESSAGE = '{task_id}: {text}'
