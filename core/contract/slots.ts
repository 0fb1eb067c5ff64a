import { defineSlot, type Slot } from './web.js'

// The shell's own places. Here, not in web/: a plugin's web half names them while the shell is still being loaded.

/** Section 2: the quick-add button of signed-in people who are not participants. Fill it with <MenuItem>s. */
export const quickActionsSlot = defineSlot<{ close: () => void }>('core.quick_actions')
/** In the help part of the profile menu, e.g. the tour and the help centre. Fill it with <MenuEntry>s. */
export const helpMenuSlot = defineSlot<{ close: () => void }>('core.help_menu')
/** On /profiel, below one's own facts: one `<Section>` each. */
export const profileSectionSlot = defineSlot<Record<string, never>>('core.profile_section')
/** Beside a page's title, where the page names a help article (`help` of its definition). */
export const pageHelpSlot = defineSlot<{ plugin: string; article: string }>('core.page_help')
/**
 * Once on every page, outside the layout: a tour, a question form. `bare`: a page without bars, such as an attempt, which nothing may
 * interrupt. `mayAsk`: what cannot wait may be asked all the same, because only what is around the page took its bars: another system's frame.
 */
export const overlaySlot = defineSlot<{ bare: boolean; mayAsk: boolean }>('core.overlay')

/** What the form of a bulk action gets: how many rows are meant, how to start, and how to leave. */
export interface ActionFormProps {
  count: number
  /** The chosen rows as the server takes them (`chosenFields` of the kit), for asking something about them; only a list gives them. */
  meant?: object
  /** Starts it; throws what the server refuses (422 lands at the form's fields). False: the person thought better of it. */
  start: (input: object) => Promise<boolean>
  close: () => void
}
/** The form of a bulk action that asks for something (`input`), as a dialog of its own: `actionForm('learning.assign')`. */
export const actionForm = (action: string): Slot<ActionFormProps> => defineSlot<ActionFormProps>(`core.action_form.${action}`)
