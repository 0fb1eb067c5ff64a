import { DateTime } from 'luxon'
import type { MemberAct } from '#core/kit/people'
import { textIn, translate } from '#core/kit/words'

/** Audit log entries that have a sentence here; others are not shown. */
const LOGGED = [
  ...['member.added', 'member.details', 'member.skills', 'member.work', 'member.access', 'member.password_reset', 'membership.active'],
  ...['membership.inactive', 'invitation.again', 'invitation.withdraw', 'second_factor.reset'],
  ...['member.merged', 'member.moved_away', 'member.moved_here'],
]

/** One line of a person's history, as a sentence in the reader's language. */
export const toAct = (act: MemberAct, language: string) => ({
  key: act.key,
  action: act.action,
  text: act.words ? translate(language, act.words, valuesOf(act.details, language)) : loggedText(act, language),
  detail: detailOf(act, language),
  at: act.at.toISOString(),
  by: act.by,
  side: act.side,
})

function loggedText({ action }: MemberAct, language: string): string {
  return translate(language, LOGGED.includes(action) ? `people.history.act.${action.replace('.', '_')}` : 'people.history.other')
}

/** Translates texts by language and formats days; leaves other values as they are. */
function valuesOf(facts: MemberAct['details'], language: string): Record<string, string | number> {
  const said = Object.entries(facts).map(([name, value]) => {
    if (value !== null && typeof value === 'object') return [name, textIn(value as Record<string, string>, language) || '–']
    const day = name.endsWith('_on') && typeof value === 'string' ? DateTime.fromISO(value) : null
    if (day?.isValid) return [name, day.setLocale(language).toLocaleString(DateTime.DATE_FULL)]
    return [name, typeof value === 'number' ? value : String(value ?? '–')]
  })
  return Object.fromEntries(said) as Record<string, string | number>
}

/** The details of the entry, or the values before and after. */
function detailOf({ action, words, details }: MemberAct, language: string): string | null {
  if (words) return typeof details.note === 'string' && details.note ? details.note : null
  if (action !== 'member.access') return null
  const role = (name: unknown) => translate(language, `people.role.${String(name)}`)
  if (details.from !== details.to) return translate(language, 'people.history.from_to', { from: role(details.from), to: role(details.to) })
  const rights = (details.entitlements as string[] | undefined) ?? []
  const names = rights.map((name) => translate(language, `people.entitlement.${name}`)).join(', ')
  return `${translate(language, 'people.panel.entitlements')}: ${names || '–'}`
}
