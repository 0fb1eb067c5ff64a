import { defineEvent } from './events.js'

/** A company's settings were changed: of which plugin, and which keys. Heard by the plugins that are on there. */
export const settingsChanged = defineEvent<{ plugin: string; keys: string[] }>('core.settings.changed')
