import { defineEvent } from './events.js'

/** A company's settings changed: the plugin, and the changed keys. Delivered to the plugins that are on for that company. */
export const settingsChanged = defineEvent<{ plugin: string; keys: string[] }>('core.settings.changed')
