import type { Rule } from './definition.js'

/** Who says it: the browser while a flow is made, or the server for who is in it. */
export interface Wording {
  t: (message: string, values?: Record<string, string | number>) => string
  /** `yyyy-mm-dd` in the reader's words. */
  day: (day: string) => string
  /** The course of a step, by name. */
  course: (step: string) => string
}

/** A rule as a sentence: "14 days after 'Working at height' is passed". Pure. */
export function ruleSentence(rule: Rule, { t, day, course }: Wording): string {
  if (rule.type === 'direct') return t('flows.rule.direct')
  if (rule.type === 'date') return t(`flows.rule.date_${rule.mode}`, { date: day(rule.on) })
  const values = { course: course(rule.other), days: rule.type === 'relative' ? rule.days : 0 }
  return t(`flows.rule.${rule.type}_${rule.when}`, values)
}
