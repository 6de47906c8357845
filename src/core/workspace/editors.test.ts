import { expect, it } from 'vitest'
import { editorLink, editorWords } from './editors.ts'

const FILE = { folder: '/home/me/shop-task-api', file: 'src/a b.ts', line: 12 }
const FOLDER = { folder: '/home/me/shop-task-api', file: null, line: null }

it('makes the address of each editor, for a file at a line and for a folder', () => {
  expect(editorLink('vscode', FILE)).toBe('vscode://file/home/me/shop-task-api/src/a%20b.ts:12')
  expect(editorLink('cursor', FOLDER)).toBe('cursor://file/home/me/shop-task-api/')
  expect(editorLink('zed', FILE)).toBe('zed://file/home/me/shop-task-api/src/a%20b.ts:12')
  expect(editorLink('jetbrains', FILE)).toBe(
    'jetbrains://idea/navigate/reference?project=shop-task-api&path=src%2Fa%20b.ts%3A12',
  )
  expect(editorLink('jetbrains', FOLDER)).toBe(
    'jetbrains://idea/navigate/reference?project=shop-task-api',
  )
})

it('keeps a hostile name a name', () => {
  const evil = { folder: '/w', file: '?windowId=_blank&x#y"><script>.ts', line: null }
  expect(editorLink('vscode', evil)).toBe(
    'vscode://file/w/%3FwindowId%3D_blank%26x%23y%22%3E%3Cscript%3E.ts',
  )
  expect(editorLink('jetbrains', evil)).not.toMatch(/path=.*&/)
  expect(
    editorWords('code --goto {file}:{line}', { ...evil, file: '$(rm -rf) {line}', line: 3 }),
  ).toEqual(['code', '--goto', '/w/$(rm -rf) {line}:3'])
})

it('splits a command at blanks, and adds the path where it names none', () => {
  expect(editorWords(' code  -n ', FILE)).toEqual([
    'code',
    '-n',
    '/home/me/shop-task-api/src/a b.ts',
  ])
  expect(editorWords('emacs +{line} {file}', FOLDER)).toEqual([
    'emacs',
    '+1',
    '/home/me/shop-task-api',
  ])
})
