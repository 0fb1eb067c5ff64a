import type { ScormStandard } from '../media/media_types.js'
import type { Elements } from './results.js'

// Interactions: a package's report on each question that was answered in it. They are stored as reported and shown to people who follow the
// participant; they do not affect the result. Pure.

/**
 * The largest number of interactions of an item, and the longest value in characters: the maximum of SCORM 2004. runtime.ts reports no more
 * than this.
 */
export const MAX_INTERACTIONS = 500
export const MAX_VALUE_LENGTH = 4000
/** The largest total length of all of them, in characters; beyond it nothing more is reported. */
export const MAX_INTERACTION_TEXT = 250_000

const NAME = /^cmi\.interactions\.(\d{1,3})\.(.+)$/
const FIELDS: Record<ScormStandard, RegExp> = {
  '1.2': /^(?:id|time|type|weighting|student_response|result|latency|(?:objectives\.\d{1,2}\.id)|(?:correct_responses\.\d{1,2}\.pattern))$/,
  '2004':
    /^(?:id|timestamp|type|weighting|learner_response|result|latency|description|(?:objectives\.\d{1,2}\.id)|(?:correct_responses\.\d{1,2}\.pattern))$/,
}

/** Whether this is an element of an interaction, within the limits. */
export function isInteraction(standard: ScormStandard, name: string, value: string): boolean {
  const [, index, field] = NAME.exec(name) ?? []
  if (index === undefined || field === undefined) return false
  return Number(index) < MAX_INTERACTIONS && FIELDS[standard].test(field) && value.length <= MAX_VALUE_LENGTH
}

/** The elements of an item that belong to interactions. */
export const interactionsIn = (elements: Elements): Elements =>
  Object.fromEntries(Object.entries(elements).filter(([name]) => NAME.test(name)))

/** All elements of an item. If its interactions over all openings exceed the limits, only the ones reported now. */
export function withinRoom(all: Elements, said: Elements): Elements {
  const told = Object.entries(interactionsIn(all))
  if (told.reduce((sum, [name, value]) => sum + name.length + value.length, 0) <= 2 * MAX_INTERACTION_TEXT) return all
  return Object.fromEntries(Object.entries(all).filter(([name]) => !NAME.test(name) || Object.hasOwn(said, name)))
}

/** One question of a package, with its answer. */
interface Interaction {
  /** Its text, else the name given by the package's author. */
  question: string
  response: string
  /** Null: the package only reports that it was answered. */
  result: 'correct' | 'wrong' | null
}

/** The interactions of an item, in the order in which they were reported. Interactions without an id are left out: nobody answered them. */
export function interactionsOf(elements: Elements): Interaction[] {
  const byIndex = new Map<number, Record<string, string>>()
  for (const [name, value] of Object.entries(elements)) {
    const [, index, field] = NAME.exec(name) ?? []
    if (index === undefined || field === undefined) continue
    byIndex.set(Number(index), { ...byIndex.get(Number(index)), [field]: value })
  }
  return [...byIndex]
    .sort(([one], [other]) => one - other)
    .flatMap(([, of]) => {
      const question = of.description || of.id
      if (!question) return []
      const { result } = of
      return {
        question,
        response: of.learner_response ?? of.student_response ?? '',
        result: result === 'correct' ? 'correct' : result === 'wrong' || result === 'incorrect' ? 'wrong' : null,
      }
    })
}
