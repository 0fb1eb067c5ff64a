import { defineSlot, type Slot } from './web.js'

// The shell's own slots. They are here and not in web/, because a plugin's web half uses them before the shell is loaded.

/** Section 2: the quick-add button of signed-in people who are not participants. Fill it with <MenuItem>s. */
export const quickActionsSlot = defineSlot<{ close: () => void }>('core.quick_actions')
/** In the help section of the profile menu, e.g. the tour and the help centre. Fill it with <MenuEntry>s. */
export const helpMenuSlot = defineSlot<{ close: () => void }>('core.help_menu')
/** On /profiel, below the person's own data: one `<Section>` each. */
export const profileSectionSlot = defineSlot<Record<string, never>>('core.profile_section')
/** Next to a page's title, if the page has a help article (`help` of its definition). */
export const pageHelpSlot = defineSlot<{ plugin: string; article: string }>('core.page_help')
/**
 * Once on every page, outside the layout: a tour, a question form. `bare`: a page without bars, such as an attempt, which nothing may
 * interrupt. `mayAsk`: urgent questions are allowed even so, because the page lacks bars only for being framed by another system.
 */
export const overlaySlot = defineSlot<{ bare: boolean; mayAsk: boolean }>('core.overlay')

/** The props of a bulk action's form: the number of rows, and functions to start and to close. */
export interface ActionFormProps {
  count: number
  /** The chosen rows in the server's format (`chosenFields` of the kit), for requests about them; only a list provides them. */
  meant?: object
  /** Starts the action; throws the server's error (the form shows a 422 at its fields). False: the person cancelled. */
  start: (input: object) => Promise<boolean>
  close: () => void
}
/** The form of a bulk action with `input`, as a separate dialog: `actionForm('learning.assign')`. */
export const actionForm = (action: string): Slot<ActionFormProps> => defineSlot<ActionFormProps>(`core.action_form.${action}`)
