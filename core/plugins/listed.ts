import { readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

// Vite's configuration reads this file too, with Node alone: types only, no imports of ours.

export interface ListedPlugin {
  /** The specifier in plugins/index.ts: `./learning` or the name of an npm package. */
  specifier: string
  /** Absolute, without links. */
  folder: string
  packaged: boolean
}

/**
 * The plugins listed in plugins/index.ts, for what must know them before their code runs: the web build and its hash.
 * @param root the repository
 * @throws Error one line, when a listed npm package is not installed
 */
export function listedPlugins(root: string): ListedPlugin[] {
  const index = readFileSync(join(root, 'plugins/index.ts'), 'utf8')
  const specifiers = [...index.matchAll(/^import \w+ from '([^'#]+)\/plugin(?:\.js)?'/gm)].map((match) => match[1]!)
  const require = createRequire(join(root, 'package.json'))
  return specifiers.map((specifier) => {
    if (specifier.startsWith('.')) return { specifier, folder: realpathSync(join(root, 'plugins', specifier)), packaged: false }
    try {
      return { specifier, folder: realpathSync(dirname(require.resolve(`${specifier}/plugin`))), packaged: true }
    } catch {
      throw new Error(`plugins/index.ts lists the package "${specifier}", which is not installed. Run \`npm install ${specifier}\`.`)
    }
  })
}
