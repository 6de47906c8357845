import { expect, it } from 'vitest'
import { apiPathIn, pathIn, projectAt, viewAt } from './project.ts'

it('reads the project and the view from the address of the page', () => {
  expect([projectAt('/board'), viewAt('/board')]).toEqual([null, 'board'])
  expect([projectAt('/projects/blog/tasks/api'), viewAt('/projects/blog/tasks/api')]).toEqual([
    'blog',
    'tasks',
  ])
  expect([projectAt('/projects/blog'), viewAt('/projects/blog'), viewAt('/')]).toEqual([
    'blog',
    'board',
    'board',
  ])
})

it('gives each project addresses of its own', () => {
  expect([pathIn(null, '/board'), pathIn('blog', '/board')]).toEqual([
    '/board',
    '/projects/blog/board',
  ])
  expect([apiPathIn(null, '/api/plan?file=x'), apiPathIn('blog', '/api/plan?file=x')]).toEqual([
    '/api/plan?file=x',
    '/api/projects/blog/plan?file=x',
  ])
})
