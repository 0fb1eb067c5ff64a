import { isDeepStrictEqual } from 'node:util'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const REGISTRY = /\/\.adonisjs\/client\/registry\/index\.ts$/

interface Route {
  methods: readonly string[]
  pattern: string
  tokens: readonly object[]
}

/** The framework's tokens for the segments of a path, as the generated registry has them. */
function tokensOf(old: string): object[] {
  return old
    .split('/')
    .filter(Boolean)
    .map((val) => {
      if (val === '*') return { old, type: 2, val, end: '' }
      if (!val.startsWith(':')) return { old, type: 0, val, end: '' }
      return val.endsWith('?') ? { old, type: 3, val: val.slice(1, -1), end: '' } : { old, type: 1, val: val.slice(1), end: '' }
    })
}

/**
 * Every page loads the generated registry of routes, which contains each path once as a whole and once more for each of its segments: 200
 * KB to parse, nine tenths of them repeated. In a build each route takes one line, and the browser derives the segments; pages are left
 * out, because the browser knows them from the bootstrap.
 */
export function compactRegistry(): Plugin {
  return {
    name: 'compact-registry',
    apply: 'build',
    async load(id) {
      if (!REGISTRY.test(id)) return null
      const { routes } = (await import(pathToFileURL(id).href)) as { routes: Record<string, Route> }
      const called = Object.entries(routes).filter(([name]) => !name.startsWith('page.'))
      const lines = called.map(([name, { methods, pattern, tokens }]) => {
        if (!isDeepStrictEqual(tokens, tokensOf(pattern)))
          throw new Error(`The route "${name}" has a path that web/compact_registry.ts cannot read: ${pattern}`)
        return [name, methods.join(), pattern].join(' ')
      })
      return `${tokensOf.toString()}
export const routes = Object.fromEntries(${JSON.stringify(lines.join('\n'))}.split('\\n').map((line) => {
  const [name, methods, pattern] = line.split(' ')
  return [name, { methods: methods.split(','), pattern, tokens: tokensOf(pattern) }]
}))
export const registry = { routes, $tree: {} }`
    },
  }
}
