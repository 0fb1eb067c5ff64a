import { translate } from '#core/kit/words'
import type { Definition, FlowStep } from '../../contract/definition.js'
import type { StepView, TimeLine } from './time_line.js'

/** One change for a person in progress, in words. */
export interface Change {
  /** Null: about the whole flow. */
  course: string | null
  now: string
  before: string | null
}

interface Position {
  definition: Definition
  line: TimeLine
}

/**
 * What another version of a flow changes for a person in progress. Pure.
 * @param before where they are
 * @param after where they would be
 * @returns nothing for a person who notices no difference
 */
export function changesOf(before: Position, after: Position, language: string): Change[] {
  const t = (key: string, values?: Record<string, string | number>) => translate(language, `flows.change.${key}`, values as never)
  const was = new Map(before.line.steps.map((view) => [view.step, view]))
  const is = new Set(after.line.steps.map(({ step }) => step))
  const removed = before.line.steps.filter(({ step }) => !is.has(step)).map((view) => about(view, t(removal(view))))
  const other = after.line.steps.flatMap((view): Change[] => {
    const old = was.get(view.step)
    if (!old) return [about(view, `${t('added')} ${view.why}`)]
    const [from, to] = [stepOf(before, view.step), stepOf(after, view.step)]
    return [
      ...ruleChange(old, view),
      ...(isWaiting(view) && from.due_days !== to.due_days
        ? [about(view, to.due_days === null ? t('no_due') : t('due', { days: to.due_days }))]
        : []),
      ...(from.optional === to.optional && (from.choice ?? null) === (to.choice ?? null)
        ? []
        : [about(view, t('counts', { counts: countsOf(to, language) }))]),
    ]
  })
  const ends = after.line.finished_on !== null && before.line.finished_on === null
  // Steps that come or go already explain another total.
  const total = !ends && removed.length + other.length === 0 && before.line.total !== after.line.total
  return [
    ...removed,
    ...other,
    ...(total ? [{ course: null, now: t('total', { total: after.line.total, before: before.line.total }), before: null }] : []),
    ...(ends ? [{ course: null, now: t('finished'), before: null }] : []),
  ]
}

const about = ({ course }: StepView, now: string): Change => ({ course, now, before: null })
const stepOf = ({ definition }: Position, key: string): FlowStep => definition.steps.find((step) => step.key === key)!
const isWaiting = ({ started_on: on }: StepView) => on === null

const removal = ({ started_on: started, done_on: done }: StepView) => (done ? 'removed_done' : started ? 'removed_open' : 'removed')

/** The reason tells when a step starts; two rules may have the same reason while both wait for a course. */
function ruleChange(before: StepView, after: StepView): Change[] {
  if (before.why !== after.why) return [{ course: after.course, now: after.why, before: before.why }]
  if (!isWaiting(after) || before.rule === after.rule) return []
  return [{ course: after.course, now: `${after.rule}.`, before: `${before.rule}.` }]
}

function countsOf({ optional, choice }: FlowStep, language: string): string {
  if (choice) return translate(language, 'flows.counts.choice', { name: choice.toUpperCase() })
  return translate(language, optional ? 'flows.counts.optional' : 'flows.counts.required')
}
