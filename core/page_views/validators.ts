import vine from '../http/validation.js'
import { pluginRegistry } from '../plugins/registry.js'

const loggedPages = () =>
  pluginRegistry()
    .pages.filter((page) => page.logView)
    .map((page) => page.name)

/** Only pages whose views are logged: so there are never more sums than pages, whatever is sent. */
export const pageViewValidator = vine.create({ route: vine.enum(() => loggedPages()).optional() })
