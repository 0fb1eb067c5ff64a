import { invalid } from '#core/contract/errors'
import type { PackageItem, ScormStandard } from '../media/media_types.js'
import { interactionsIn, isInteraction, withinRoom } from './interactions.js'

// What a package reports about results, and what counts of it. Pure. A package is third-party code in the person's own browser: only what
// its standard allows is accepted.

export type Elements = Record<string, string>

/** The stored result of one item of a package. */
export interface ItemResult {
  /** The elements stored for resuming. */
  elements: Elements
  completed: boolean
  success: 'passed' | 'failed' | 'unknown'
  /** 0 to 100, or null. */
  score: number | null
  /** Total seconds. */
  seconds: number
}

export const NO_RESULT: ItemResult = { elements: {}, completed: false, success: 'unknown', score: null, seconds: 0 }

// Every value that the library in the package's frame accepts is accepted here: the package was told that it is stored. A third of a point
// has sixteen decimals.
const number = (low: number, high: number) => (text: string) => {
  const value = Number(text)
  return /^-?(?:\d{1,10}(?:\.\d{0,100})?|\.\d{1,100})$/.test(text) && value >= low && value <= high
}
/** SCORM 1.2: empty takes a score back. */
const score12 = (text: string) => text === '' || number(0, 100)(text)
const oneOf =
  (...words: string[]) =>
  (text: string) =>
    words.includes(text)
const longest = (most: number) => (text: string) => text.length <= most

type Rules = Record<string, (text: string) => boolean>
/**
 * The longest `suspend_data` and location, in characters. The maximum in a standard is only the minimum that a platform must support, and
 * packages exceed it.
 */
export const MAX_SUSPEND_DATA = 200_000
export const MAX_LOCATION = 4000
/** The accepted elements besides interactions (interactions.ts). */
const RULES: Record<ScormStandard, Rules> = {
  '1.2': {
    'cmi.core.lesson_status': oneOf('passed', 'completed', 'failed', 'incomplete', 'browsed', 'not attempted'),
    'cmi.core.score.raw': score12,
    'cmi.core.score.min': score12,
    'cmi.core.score.max': score12,
    'cmi.core.lesson_location': longest(MAX_LOCATION),
    'cmi.suspend_data': longest(MAX_SUSPEND_DATA),
    'cmi.core.session_time': (text) => secondsOf12(text) !== null,
    'cmi.core.exit': oneOf('time-out', 'suspend', 'logout', 'normal', ''),
  },
  '2004': {
    'cmi.completion_status': oneOf('completed', 'incomplete', 'not attempted', 'unknown'),
    'cmi.success_status': oneOf('passed', 'failed', 'unknown'),
    'cmi.score.scaled': number(-1, 1),
    'cmi.score.raw': number(-1e10, 1e10),
    'cmi.score.min': number(-1e10, 1e10),
    'cmi.score.max': number(-1e10, 1e10),
    'cmi.progress_measure': number(0, 1),
    'cmi.location': longest(MAX_LOCATION),
    'cmi.suspend_data': longest(MAX_SUSPEND_DATA),
    'cmi.session_time': (text) => secondsOf2004(text) !== null,
    'cmi.exit': oneOf('time-out', 'suspend', 'logout', 'normal', ''),
  },
}

/** `HHHH:MM:SS.SS`, also with fewer or more digits. */
function secondsOf12(text: string): number | null {
  const match = /^(\d{1,5}):(\d{1,2}):(\d{1,2}(?:\.\d{1,3})?)$/.exec(text)
  return match && Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3])
}

const DAY_SECONDS = 86_400
/** Seconds of a year, a month, a week and a day. */
const LONG_PARTS = [365 * DAY_SECONDS, 30 * DAY_SECONDS, 7 * DAY_SECONDS, DAY_SECONDS]
/** Of an hour, a minute and a second. */
const SHORT_PARTS = [3600, 60, 1]
const PART = '(\\d{1,9}(?:\\.\\d{0,9})?)'
const DURATION = new RegExp(`^P(?:${PART}Y)?(?:${PART}M)?(?:${PART}W)?(?:${PART}D)?(?:T(?:${PART}H)?(?:${PART}M)?(?:${PART}S)?)?$`)

/** `PT1H2M3.5S`, also `P0Y0M0DT0H1M23S`. */
function secondsOf2004(text: string): number | null {
  const [, ...parts] = DURATION.exec(text) ?? []
  if (!parts.length) return null
  return [...LONG_PARTS, ...SHORT_PARTS].reduce((sum, seconds, index) => sum + seconds * Number(parts[index] ?? 0), 0)
}

/**
 * Applies a package's report on an item since it was opened. A passed item stays passed; later reports only change where it resumes.
 * @param base the result at the opening @param said element → value
 * @param most seconds since it was opened, the upper limit for the time spent
 * @throws AppError 422 on `elements`: unknown, range; nothing of the report is applied then
 */
export function mergeResult(standard: ScormStandard, item: PackageItem, base: ItemResult, said: Elements, most: number): ItemResult {
  for (const [name, value] of Object.entries(said)) {
    if (isInteraction(standard, name, value)) continue
    const rule = Object.hasOwn(RULES[standard], name) ? RULES[standard][name] : undefined
    if (!rule) throw invalid('elements', 'unknown')
    if (!rule(value)) throw invalid('elements', 'range')
  }
  const elements = withinRoom({ ...base.elements, ...said }, said)
  const spent = standard === '1.2' ? secondsOf12(said['cmi.core.session_time'] ?? '') : secondsOf2004(said['cmi.session_time'] ?? '')
  const seconds = base.seconds + Math.max(0, Math.min(Math.round(spent ?? 0), Math.round(most)))
  const outcome = standard === '1.2' ? outcomeOf12(item, elements) : outcomeOf2004(item, elements)
  if (isPassed(item, base)) return { ...base, elements, seconds, score: Math.max(base.score ?? 0, outcome.score ?? 0) || base.score }
  return { elements, seconds, ...outcome }
}

type Outcome = Pick<ItemResult, 'completed' | 'success' | 'score'>

function outcomeOf12({ mastery }: PackageItem, elements: Elements): Outcome {
  const status = elements['cmi.core.lesson_status'] ?? 'incomplete'
  const score = share(elements['cmi.core.score.raw'], elements['cmi.core.score.min'] || '0', elements['cmi.core.score.max'] || '100')
  const said = status === 'passed' || status === 'failed' ? status : 'unknown'
  const isOver = ['passed', 'completed', 'failed'].includes(status)
  // The manifest defines what it takes to pass; the package's own status is not enough.
  const success =
    mastery === null || said === 'failed' || !isOver ? said : score === null ? 'unknown' : score >= mastery ? 'passed' : 'failed'
  return { completed: isOver, success, score: score === null ? null : Math.round(score * 100) }
}

function outcomeOf2004({ mastery }: PackageItem, elements: Elements): Outcome {
  const scaled = elements['cmi.score.scaled']
  const score =
    scaled === undefined ? share(elements['cmi.score.raw'], elements['cmi.score.min'], elements['cmi.score.max']) : Number(scaled)
  const said = (elements['cmi.success_status'] ?? 'unknown') as Outcome['success']
  const completed = elements['cmi.completion_status'] === 'completed'
  const success = mastery === null || said === 'failed' ? said : score === null ? 'unknown' : score >= mastery ? 'passed' : 'failed'
  return { completed, success, score: score === null ? null : Math.max(0, Math.round(score * 100)) }
}

/**
 * A score as a fraction between the lowest and highest score; null when there is no valid score or range. A score above the highest counts as
 * the highest.
 */
function share(raw: string | undefined, min: string | undefined, max: string | undefined): number | null {
  if (!raw || !min || !max) return null
  const [value, low, high] = [Number(raw), Number(min), Number(max)]
  if (high <= low) return null
  return Math.min(1, Math.max(0, (value - low) / (high - low)))
}

/** Whether an item is done. A failed item is not; an item with a required score must reach it. */
export const isPassed = ({ mastery }: Pick<PackageItem, 'mastery'>, { completed, success }: ItemResult) =>
  success === 'passed' || (mastery === null && completed && success === 'unknown')

/** The state of an item. */
export function stateOf(item: PackageItem, result: ItemResult | undefined): 'not_started' | 'doing' | 'failed' | 'finished' {
  if (!result) return 'not_started'
  if (isPassed(item, result)) return 'finished'
  return result.success === 'failed' ? 'failed' : 'doing'
}

/** The initial data of an item, to resume or to start. */
export function startOf(standard: ScormStandard, item: PackageItem, result: ItemResult, person: { id: string; name: string }): Elements {
  const { elements, seconds } = result
  const of = (name: string) => elements[name] ?? ''
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  const given = (values: Elements) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
  const resumes = Object.keys(elements).length > 0
  if (standard === '1.2') {
    return given({
      'cmi.core.student_id': person.id,
      'cmi.core.student_name': person.name,
      'cmi.core.credit': 'credit',
      'cmi.core.lesson_mode': 'normal',
      'cmi.core.entry': resumes ? 'resume' : 'ab-initio',
      'cmi.core.lesson_status': of('cmi.core.lesson_status') || 'not attempted',
      'cmi.core.lesson_location': of('cmi.core.lesson_location'),
      'cmi.core.score.raw': of('cmi.core.score.raw'),
      'cmi.core.score.min': of('cmi.core.score.min'),
      'cmi.core.score.max': of('cmi.core.score.max'),
      'cmi.core.total_time': `${String(h).padStart(4, '0')}:${two(m)}:${two(s)}`,
      'cmi.suspend_data': of('cmi.suspend_data'),
      'cmi.launch_data': item.launchData,
      // So that new interactions do not overwrite the earlier ones.
      ...interactionsIn(elements),
      'cmi.student_data.mastery_score': item.mastery === null ? '' : String(Math.round(item.mastery * 100)),
    })
  }
  return given({
    'cmi.learner_id': person.id,
    'cmi.learner_name': person.name,
    'cmi.credit': 'credit',
    'cmi.mode': 'normal',
    'cmi.entry': resumes ? 'resume' : 'ab-initio',
    'cmi.completion_status': of('cmi.completion_status') || 'unknown',
    'cmi.success_status': of('cmi.success_status') || 'unknown',
    'cmi.location': of('cmi.location'),
    'cmi.score.scaled': of('cmi.score.scaled'),
    'cmi.score.raw': of('cmi.score.raw'),
    'cmi.score.min': of('cmi.score.min'),
    'cmi.score.max': of('cmi.score.max'),
    'cmi.total_time': `PT${h}H${m}M${s}S`,
    'cmi.suspend_data': of('cmi.suspend_data'),
    'cmi.launch_data': item.launchData,
    ...interactionsIn(elements),
    'cmi.scaled_passing_score': item.mastery === null ? '' : String(item.mastery),
  })
}
