import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PluginDefinition } from '../contract/plugin.js'

const root = fileURLToPath(new URL('../../', import.meta.url))

type Placed = Pick<PluginDefinition, 'id' | 'folder'>

/** The folder of a plugin, with its locales/, migrations/, web/ and tests/. */
export function folderOf({ id, folder }: Placed): string {
  if (id === 'core') return join(root, 'core')
  return folder ? dirname(fileURLToPath(folder)) : join(root, 'plugins', id)
}

/** Whether it comes from an npm package, outside plugins/. */
export function isPackaged(plugin: Placed): boolean {
  return plugin.id !== 'core' && !folderOf(plugin).startsWith(join(root, 'plugins') + sep)
}

/** The folder of its messages. */
export const localesFolder = (plugin: Placed): string => join(folderOf(plugin), 'locales')

/** Returns the folder of its help articles: `<language>/<name>.md`. */
export const helpFolder = (plugin: Placed): string => join(folderOf(plugin), 'help')

/** The folder of its migrations, from the root; the migrator's names begin with it. */
export const migrationsFolder = (plugin: Placed): string =>
  plugin.id === 'core'
    ? 'core/database/migrations'
    : relative(root, join(folderOf(plugin), 'migrations'))
        .split(sep)
        .join('/')
