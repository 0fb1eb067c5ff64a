import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { listedPlugins } from '../core/plugins/listed.ts'

const NAME = 'virtual:web-halves'

/** Gives web/boot/web_plugins.ts the browser halves of all plugins that plugins/index.ts lists, also of those from npm packages. */
export function webHalves(root: string): Plugin {
  return {
    name: 'web-halves',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load(id) {
      if (id !== `\0${NAME}`) return null
      const files = listedPlugins(root)
        .map(({ folder }) => join(folder, 'web/index.tsx'))
        .filter((file) => existsSync(file))
      const imports = files.map((file, index) => `import half${index} from ${JSON.stringify(file)}`)
      return [...imports, `export const webHalves = [${files.map((_, index) => `half${index}`).join(', ')}]`].join('\n')
    },
  }
}
