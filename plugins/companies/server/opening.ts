import type { OpeningModule, PageOpening } from '#core/contract/opening'
import { translate } from '#core/kit/words'

/** Height in pixels of the tabs with the line below them, and of an admin's company selector. */
const TABS = 45
const CHOICE = 64

/** The company, its address, and the first part of its pages. */
const openingOf =
  (part?: { title: string; text: string }): PageOpening =>
  ({ company, session, origin, language }) =>
    Promise.resolve(
      company && {
        ...(session.isAdmin && { above: CHOICE, back: translate(language, 'companies.list.title') }),
        heading: company.name,
        lead: `${origin}/login/${company.loginId}`,
        ...(part && { part: { title: translate(language, part.title), text: translate(language, part.text), below: TABS } }),
      },
    )

export const openings = {
  settings: { default: openingOf({ title: 'companies.elsewhere.title', text: 'companies.elsewhere.text' }), forAdmins: true },
  plugins: { default: openingOf({ title: 'companies.plugins.title', text: 'companies.plugins.text' }), forAdmins: true },
  profile: { default: openingOf(), forAdmins: true },
} satisfies Record<string, OpeningModule>
