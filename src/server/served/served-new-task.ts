/** Adding tasks to a run or to the task file, from forms and templates. */

/** New tasks, for the run that is not over or for the task file. Rejects with Refused. */
export interface ServedNewTask {
  /** What a new task can be made of, and where it can go. */
  options(): Promise<TaskOptions>
  preview(wish: TaskWish): Promise<TaskPreview>
  add(wish: TaskWish): Promise<AddedTask>
  templates(): Promise<readonly TaskTemplate[]>
  /** Returns the path of the file. A template of that name must not be there. */
  saveTemplate(name: string, task: TaskWish['task']): Promise<string>
}

export interface TaskTemplate {
  readonly name: string
  readonly description: string | null
  /** In the form of the task file, without an id. */
  readonly task: TaskWish['task']
}

export interface TaskWish {
  /** In the form of the task file. Without an id, or a name, they are made from its words. */
  readonly task: Readonly<Record<string, unknown>>
  /** null: to the run if there is one that is not over, else to the task file. */
  readonly to: 'run' | 'file' | null
  /** null: the usual task file. */
  readonly file: string | null
  /** `base` of the preview: when the file is another one by now, nothing is written. null: whatever it is. */
  readonly base: string | null
}

export interface AddedTask {
  readonly to: 'run' | 'file'
  readonly id: string
  readonly run: string | null
  readonly file: string | null
  /** Whether the run goes on now; otherwise the task waits until the run is resumed. */
  readonly is_conducted: boolean
}

export interface TaskPreview extends AddedTask {
  /** What would be written to the task file; null: it goes to a run. */
  readonly diff: string | null
  readonly base: string | null
}

export interface TaskOptions {
  readonly agents: readonly string[]
  /** The agent of tasks that name none; null: it is looked for when a run starts. */
  readonly agent: string | null
  /** The first is the usual one. */
  readonly places: readonly TaskPlace[]
  readonly templates: readonly TaskTemplate[]
}

export interface TaskPlace {
  readonly to: 'run' | 'file'
  readonly run: string | null
  readonly file: string | null
  readonly is_conducted: boolean
  /** The tasks that a new one can depend on. */
  readonly tasks: readonly { readonly id: string; readonly name: string }[]
}
