import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface PluginPackage {
  name: string
  /** package.json of the plugin. */
  manifest: string
  /** What a plugin of the repository says of itself, as the package says it. */
  rename(text: string, id: string): string
}

/**
 * What makes a plugin an npm package. Its sources stay as they are in the
 * repository: `#core/…` and `#web/…` lead to the platform's own exports, which
 * are the kit, the contract and the browser's blocks and nothing else, so
 * Node itself keeps the wall.
 * @param path the plugin's id with dashes
 */
export async function packageOf(path: string, rootFolder: string): Promise<PluginPackage> {
  const platform = JSON.parse(await readFile(join(rootFolder, 'package.json'), 'utf8')) as { name: string; version: string }
  const name = `${platform.name}-${path}`
  const range = `^${platform.version}`
  const manifest = {
    name,
    version: '0.1.0',
    type: 'module',
    imports: {
      '#core/*': `${platform.name}/core/*`,
      '#web/*': `${platform.name}/web/*`,
      // Of another plugin the platform gives its contract and nothing else.
      '#plugins/*': `${platform.name}/plugins/*`,
    },
    exports: { './*': './*.ts' },
    files: ['*.ts', 'contract', 'server', 'migrations', 'web', 'locales', 'help', 'tests'],
    // Never looked for in a registry: the platform is what the package is installed in.
    peerDependencies: { [platform.name]: range },
    peerDependenciesMeta: { [platform.name]: { optional: true } },
  }
  return {
    name,
    manifest: `${JSON.stringify(manifest, null, 2)}\n`,
    rename: (text, id) =>
      text
        .replaceAll(`#plugins/${id}/`, `${name}/`)
        .replace('  folder: import.meta.url,\n', (line) => `${line}  compatibility: '${range}',\n`),
  }
}
