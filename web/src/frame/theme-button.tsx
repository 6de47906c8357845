/** The button that switches between light, dark and the setting of the system. */
import { useState } from 'react'
import { Button } from '../parts/button.tsx'

type Theme = 'system' | 'light' | 'dark'

const NEXT: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' }
const SIGN: Readonly<Record<Theme, string>> = { system: '◐', light: '☀', dark: '☾' }
const KEY = 'conductor-theme'

export function ThemeButton() {
  const [theme, setTheme] = useState(savedTheme)
  const change = (): void => {
    setTheme(NEXT[theme])
    applyTheme(NEXT[theme])
    localStorage.setItem(KEY, NEXT[theme])
  }
  return (
    <Button
      kind="quiet"
      className="theme-button"
      onClick={change}
      aria-label={`Colours: ${theme}. Change`}
      title={`Colours: ${theme}`}
    >
      {SIGN[theme]}
    </Button>
  )
}

/** To be called before the first paint. */
export function applySavedTheme(): void {
  applyTheme(savedTheme())
}

function savedTheme(): Theme {
  const saved = localStorage.getItem(KEY)
  return saved === 'light' || saved === 'dark' ? saved : 'system'
}

function applyTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
}
