import vine from '../http/validation.js'
import { pluginRegistry } from '../plugins/registry.js'

const loggedPages = () =>
  pluginRegistry()
    .pages.filter((page) => page.logView)
    .map((page) => page.name)

/** Only pages with `logView`, so that there are never more counts than pages. */
export const pageViewValidator = vine.create({ route: vine.enum(() => loggedPages()).optional() })
