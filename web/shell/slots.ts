import { defineSlot } from '#core/contract/web'

/** Section 2: the quick-add button of signed-in people who are not participants. Fill it with <MenuItem>s. */
export const quickActionsSlot = defineSlot<{ close: () => void }>('core.quick_actions')
/** In the help part of the profile menu, e.g. the tour and the help centre. Fill it with <MenuEntry>s. */
export const helpMenuSlot = defineSlot<{ close: () => void }>('core.help_menu')
/** Once on every page, outside the layout: a tour, a question form. */
export const overlaySlot = defineSlot<Record<string, never>>('core.overlay')
