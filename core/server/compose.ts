import type { Menus } from '../contract/pages.js'
import type { PluginDefinition } from '../contract/plugin.js'
import { mailListeners } from '../mail/mail_service.js'
import { core } from '../plugin.js'
import { registerPlugins } from '../plugins/registry.js'

/**
 * Registers core and the given plugins; `plugins/index.ts` calls it once. A plugin's mails become listeners here, so that delivery has one
 * path.
 * @param menus the order of the main menu's entries for each role, by page
 */
export function compose(plugins: readonly PluginDefinition[], menus: Menus = {}): void {
  const withMails = [core, ...plugins].map((plugin) => ({
    ...plugin,
    listeners: [...(plugin.listeners ?? []), ...mailListeners(plugin)],
  }))
  registerPlugins(withMails, menus)
}
