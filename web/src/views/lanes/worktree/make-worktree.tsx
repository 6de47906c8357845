/** The form that makes a worktree by hand, on a branch of its own. */
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { Button } from '../../../parts/button.tsx'
import { TextField } from '../../../parts/fields.tsx'
import { say } from '../../../parts/toasts.tsx'
import type { Refused } from '../../../data/api/client.ts'
import { makeWorktree } from '../ask-git.ts'
import { folderName } from './say-worktree.ts'

export function MakeWorktree({ onMade }: { readonly onMade: () => void }) {
  const [name, setName] = useState('')
  const [from, setFrom] = useState('')
  const make = useMutation<{ readonly path: string }, Refused>({
    mutationFn: () => makeWorktree(name.trim(), from.trim() === '' ? null : from.trim()),
    onSuccess: ({ path }) => {
      say(`Made ${folderName(path)}.`, { hint: path })
      setName('')
      onMade()
    },
    onError: ({ message, hint }) => say(message, { kind: 'refused', hint: hint ?? null }),
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (name.trim() !== '' && !make.isPending) make.mutate()
  }
  return (
    <form className="make-worktree" onSubmit={submit}>
      <TextField
        label="New worktree"
        placeholder="fix-login"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label="Starting from"
        placeholder="HEAD"
        value={from}
        onChange={(event) => setFrom(event.target.value)}
      />
      <Button type="submit" disabled={name.trim() === '' || make.isPending}>
        {make.isPending ? 'Making it …' : 'Make it'}
      </Button>
    </form>
  )
}
