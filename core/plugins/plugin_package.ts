import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface PluginPackage {
  name: string
  /** package.json of the plugin. */
  manifest: string
  /** The description of a plugin in the repository, for its package. */
  rename(text: string, id: string): string
}

/**
 * Returns the files that turn a plugin into an npm package, without changing its sources. `#core/…` and `#web/…` resolve to what the platform
 * exports: the kit, the contract and the web components. Node refuses any other import.
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
      // Of another plugin the platform exports only its contract.
      '#plugins/*': `${platform.name}/plugins/*`,
    },
    exports: { './*': './*.ts' },
    files: ['*.ts', 'contract', 'server', 'migrations', 'web', 'locales', 'help', 'tests'],
    // Never looked up in a registry: the package is installed in the platform.
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
