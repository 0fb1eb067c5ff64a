import { addDays, type Day } from '#core/kit/days'
import type { Anchor, AnchorRule, Definition, FlowStep, Rule } from '../../contract/definition.js'
import { DONE, type Reason, RETRIED } from '../../contract/states.js'
import type { AnchorFacts, CourseFact, PersonFacts, Plan, StepDecision, StepRecord } from './facts.js'
import { summarize } from './summarize.js'

/** Maximum number of automatic restarts or extensions of an expired step. After that a supervisor decides. */
const MOST_AGAIN = 1

/**
 * Decides where a person is in a flow and what has to be done today. Pure: both the dry run and the real run call it. A started step is
 * never reverted by later facts.
 * @param flow a definition without errors (`checkFlow`)
 * @param today in the company's time zone
 */
export function next(flow: Definition, facts: PersonFacts, today: Day): Plan {
  const records = new Map(facts.steps.map((record) => [record.step, record]))
  const rules = new Map(flow.rules.map((rule) => [rule.step, rule]))
  const decided = new Map<string, StepDecision>()
  const stepOf = new Map(flow.steps.map((step) => [step.key, step]))
  const decide = (key: string): StepDecision => {
    const known = decided.get(key)
    if (known) return known
    const step = stepOf.get(key)!
    const record = records.get(key)
    const decision = record && hasStarted(record) ? underWay(flow, step, record, facts, today) : waiting(step, rules.get(key)!, record)
    decided.set(key, decision)
    return decision
  }
  const waiting = (step: FlowStep, rule: Rule, record: StepRecord | undefined): StepDecision => {
    const base = { ...blank(step), other: 'other' in rule ? rule.other : null }
    const start = startOf(rule, facts, decide)
    if ('waits' in start) return { ...base, reason: start.waits }
    if (start.on > today) return { ...base, reason: 'waits_until', startsOn: start.on }
    const skips = flow.skip_held && !facts.repeats && !renews(rule, step) ? skipsBy(facts, step.course) : null
    if (skips) return { ...base, state: 'completed', reason: skips, startedOn: today, doneOn: today, openedOn: today }
    const dueOn = earliest(step.due_days === null ? null : addDays(today, step.due_days), facts.endsOn, today)
    const reason = record && RETRIED.includes(record.reason) ? record.reason : 'started'
    return { ...base, act: 'start', reason, dueOn, startsOn: start.on }
  }
  const plan = summarize(
    flow,
    flow.steps.map(({ key }) => decide(key)),
    today,
    facts.endsOn,
  )
  const { finishedOn } = plan
  if (finishedOn === null) return plan
  // Steps that were due by the day on which the flow was finished start; nothing starts after it.
  const starts = ({ startsOn }: StepDecision) => startsOn !== null && startsOn <= finishedOn
  const steps = plan.steps.map((step) =>
    hasStarted(step) || starts(step) ? step : { ...step, act: null, startsOn: null, reason: 'flow_finished' as const },
  )
  return summarize(flow, steps, today, facts.endsOn)
}

/** Returns the due day of a step: the earlier of its own and a future end of the round. */
const earliest = (due: Day | null, end: Day | null, today: Day) => (end !== null && end > today && (due === null || end < due) ? end : due)

/** Started or skipped. */
export const hasStarted = ({ startedOn }: Pick<StepRecord, 'startedOn'>): boolean => startedOn !== null

/** The proof that a person need not take a course. */
const skipsBy = ({ held, shown }: PersonFacts, course: number) =>
  held.has(course) ? ('held' as const) : shown.has(course) ? ('shown_outside' as const) : null

const blank = ({ key, course, optional, choice = null }: FlowStep): StepDecision => ({
  ...{ step: key, course, optional, choice, state: 'not_started', reason: 'waits_until', participation: null, other: null },
  ...{ startedOn: null, startsOn: null, dueOn: null, doneOn: null, openedOn: null, again: 0, act: null },
})

/** The day a rule starts its step, or what it waits for. */
function startOf(rule: Rule, { joinedOn, anchors }: PersonFacts, decide: (key: string) => StepDecision): { on: Day } | { waits: Reason } {
  if (rule.type === 'direct') return { on: joinedOn }
  if (rule.type === 'date') {
    if (rule.mode === 'from') return { on: rule.on > joinedOn ? rule.on : joinedOn }
    return joinedOn <= rule.on ? { on: rule.on } : { waits: 'date_missed' }
  }
  if (rule.type === 'anchor') {
    const day = anchorOf(rule, anchors)
    if (day === null) return { waits: UNKNOWN[rule.anchor] }
    const on = addDays(day, rule.days)
    return { on: on > joinedOn ? on : joinedOn }
  }
  const other = decide(rule.other)
  const since = rule.when === 'opened' ? other.openedOn : DONE.includes(other.state) ? other.doneOn : null
  if (since === null) return { waits: rule.when === 'opened' ? 'waits_opened' : 'waits_finished' }
  return { on: rule.type === 'relative' ? addDays(since, rule.days) : since }
}

const UNKNOWN = {
  joined_company: 'waits_until',
  first_sign_in: 'waits_sign_in',
  profile: 'waits_profile',
  certificate_end: 'waits_certificate',
} as const satisfies Record<Anchor, Reason>

function anchorOf(rule: AnchorRule, anchors: AnchorFacts): Day | null {
  if (rule.anchor === 'joined_company') return anchors.joinedCompany
  if (rule.anchor === 'first_sign_in') return anchors.firstSignIn
  if (rule.anchor === 'profile') return anchors.profile.get(rule.field) ?? null
  return rule.anchor === 'certificate_end' ? (anchors.certificateEnds.get(rule.course) ?? null) : null
}

/** The step renews the very certificate that is still valid. */
const renews = (rule: Rule, step: FlowStep) => rule.type === 'anchor' && rule.anchor === 'certificate_end' && rule.course === step.course

/** The state of a started step, from the participation that counts. */
function underWay(flow: Definition, step: FlowStep, record: StepRecord, facts: PersonFacts, today: Day): StepDecision {
  const own = (facts.courses.get(step.course) ?? []).filter(({ id }) => record.participation !== null && id >= record.participation)
  const fact = countingFact(own)
  // The first opening counts, so that giving the course again does not take back a day that was known.
  const openedOn = record.openedOn ?? firstOpened(own) ?? record.doneOn
  const base: StepDecision = { ...blank(step), ...record, openedOn }
  if (DONE.includes(record.state)) return base
  if (!fact) return { ...base, state: 'not_passed', reason: 'cancelled' }
  const now = { ...base, participation: fact.id }
  switch (fact.status) {
    case 'registered':
    case 'planned':
      return { ...now, state: 'started', reason: givenReason(record) }
    case 'busy':
      return { ...now, state: 'busy', reason: givenReason(record) }
    case 'passed': {
      const doneOn = fact.finishedOn ?? today
      // A supervisor may pass a person who never opened it: what waits for opening it need not wait any longer.
      return { ...now, state: 'passed', reason: 'done', doneOn, openedOn: openedOn ?? doneOn }
    }
    case 'failed':
    case 'no_show':
      return { ...now, state: 'not_passed', reason: 'failed' }
    case 'cancelled':
      return { ...now, state: 'not_passed', reason: 'cancelled' }
    case 'expired':
      return expired(flow, now, today)
  }
}

function expired(flow: Definition, step: StepDecision, today: Day): StepDecision {
  if (flow.expired === 'skip') {
    return { ...step, state: 'completed', reason: 'skipped_expired', doneOn: today, openedOn: step.openedOn ?? today }
  }
  if (step.again >= MOST_AGAIN) return { ...step, state: 'not_passed', reason: 'expired' }
  // A restart that was refused waits with that reason, like a step that could not start.
  const reason = flow.expired === 'restart' && RETRIED.includes(step.reason) ? step.reason : 'expired'
  return { ...step, state: 'not_passed', reason, act: flow.expired }
}

const givenReason = ({ reason }: StepRecord) =>
  reason === 'had_it_open' || reason === 'restarted' || reason === 'extended' ? reason : ('started' as const)

const OPEN: readonly string[] = ['registered', 'planned', 'busy']

/**
 * A passed participation counts, else the open one, else the newest since the step started, because a supervisor may have restarted it.
 * After merging two accounts the open one may be the older.
 */
function countingFact(own: readonly CourseFact[]): CourseFact | undefined {
  return own.find(({ status }) => status === 'passed') ?? own.findLast(({ status }) => OPEN.includes(status)) ?? own.at(-1)
}

const firstOpened = (own: readonly CourseFact[]): Day | null => own.flatMap(({ openedOn }) => openedOn ?? []).sort()[0] ?? null
