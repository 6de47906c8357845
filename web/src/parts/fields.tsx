/** Text fields with their labels. */
import { useId, type ComponentProps } from 'react'
import './fields.css'

export function TextField({
  label,
  ...rest
}: ComponentProps<'input'> & { readonly label: string }) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input id={id} {...rest} />
    </div>
  )
}

export function SelectField({
  label,
  ...rest
}: ComponentProps<'select'> & { readonly label: string }) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} {...rest} />
    </div>
  )
}

export function WordsField({
  label,
  ...rest
}: ComponentProps<'textarea'> & { readonly label: string }) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea id={id} rows={4} {...rest} />
    </div>
  )
}
