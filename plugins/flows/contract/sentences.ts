import type { AnchorRule, Definition, Rule } from './definition.js'

/** The words to use: in the browser while a flow is edited, or on the server for a person in it. */
export interface Wording {
  t: (message: string, values?: Record<string, string | number>) => string
  /** Formats `yyyy-mm-dd` for the reader. */
  day: (day: string) => string
  /** The name of a step's course. */
  course: (step: string) => string
  /** The certificate or profile date of an anchor, in words. */
  named: (rule: AnchorRule) => string
}

/** A rule as a sentence: "14 days after 'Working at height' is passed". Pure. */
export function ruleSentence(rule: Rule, { t, day, course, named }: Wording): string {
  if (rule.type === 'direct') return t('flows.rule.direct')
  if (rule.type === 'date') return t(`flows.rule.date_${rule.mode}`, { date: day(rule.on) })
  if (rule.type === 'anchor') return anchorSentence(rule, t, named(rule))
  const values = { course: course(rule.other), days: rule.type === 'relative' ? rule.days : 0 }
  return t(`flows.rule.${rule.type}_${rule.when}`, values)
}

/** "60 days before the certificate of 'Working at height' ends". */
function anchorSentence({ anchor, days }: AnchorRule, t: Wording['t'], name: string): string {
  const when = days === 0 ? 'on' : days > 0 ? 'after' : 'before'
  return t(`flows.rule.anchor_${when}`, { days: Math.abs(days), what: t(`flows.anchor_words.${anchor}`, { name }) })
}

/**
 * Returns a text for when a flow repeats: "every year on 1 February; the round opens 2 months before that". Pure.
 * @param yearDay `mm-dd`, formatted for the reader
 */
export function repetitionIn(
  { repeat_months: months, repeat_from: from = 'finished', repeat_on: on, repeat_opens: opens }: Repeating,
  t: Wording['t'],
  yearDay: (day: string) => string,
): string {
  if (months === null) return t('flows.overview.repeat_no')
  const text = t(`flows.overview.repeat_${from}`, { months, date: on ? yearDay(on) : '' })
  return opens ? t('flows.overview.repeat_opens', { text, months: opens }) : text
}

type Repeating = Pick<Definition, 'repeat_months' | 'repeat_from' | 'repeat_on' | 'repeat_opens'>
