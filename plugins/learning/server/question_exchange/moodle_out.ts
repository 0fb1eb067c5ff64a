import { translate } from '#core/kit/words'
import type { QuestionTypeName, TypedQuestion } from '../../question_types/index.js'
import { inLanguage } from '../../question_types/parts.js'
import type { Localized } from '../../question_types/types.js'
import type { VersionPicture } from '../services/version_content.js'

/** A question of the pool, for export. */
export interface PooledQuestion extends TypedQuestion {
  key: string
  type: QuestionTypeName
  text: Localized
  picture: VersionPicture | null
  tags: string[]
  feedback_correct: Localized
  feedback_incorrect: Localized
}

/** A picture's content, by its hash. */
export type PictureContent = { content: Buffer; content_type: string }

const ENDINGS: Record<string, string> = { 'image/svg+xml': 'svg', 'image/png': 'png', 'image/jpeg': 'jpg' }

const escaped = (text: string) =>
  text
    // Removes characters that XML 1.0 does not allow, wherever they came from.
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!)
/** `<name><text>…</text>…</name>` with escaped text, and further content. */
const plain = (name: string, text: string, { attributes = '', more = '' } = {}) =>
  `<${name} format="plain_text"${attributes}><text>${escaped(text)}</text>${more}</${name}>`
const answer = (text: string, fraction: string | number, more = '') =>
  plain('answer', text, { attributes: ` fraction="${fraction}"`, more })
const feedback = (text: string) => (text ? plain('feedback', text) : '')

/** Writes the specific part of each kind of question. */
interface Source {
  question: PooledQuestion
  language: string
  say: (text: Localized) => string
  /** Feedback on a right answer, and on a wrong one. */
  right: string
  wrong: string
}
type Writer = (source: Source) => { type: string; content: string }

const combined = ({ right, wrong }: Source) => plain('correctfeedback', right) + plain('incorrectfeedback', wrong)

/**
 * The shares of a number of right answers, 100 together. Moodle refuses a share that is not in its list, which has 1/1 to 1/10 and 1/20
 * (question/engine/bank.php). From 11 to 20 some answers count for 10 and the others for 5. Pure.
 */
function sharesOf(count: number): number[] {
  // Moodle rounds thirds to five decimals.
  if (count <= 10) return Array.from({ length: count }, () => Math.round(1e7 / count) / 1e5)
  return Array.from({ length: count }, (_, index) => (index < 20 - count ? 10 : 5))
}

/** Whether the right answers of a question get different shares in Moodle. Pure. */
export function hasUnevenShares({ type, answers }: Pick<PooledQuestion, 'type' | 'answers'>): boolean {
  return type === 'multiple' && new Set(sharesOf(answers.filter(({ correct }) => correct).length)).size > 1
}

const choice =
  (isSingle: boolean, keepsOrder = false): Writer =>
  (source) => {
    const { answers } = source.question
    const shares = isSingle ? [100] : sharesOf(answers.filter(({ correct }) => correct).length)
    const given = answers.map(({ text, correct }) => answer(source.say(text), correct ? shares.shift()! : isSingle ? 0 : -100))
    const head = `<single>${isSingle}</single><shuffleanswers>${!keepsOrder}</shuffleanswers>`
    return { type: 'multichoice', content: head + given.join('') + combined(source) }
  }

/** Moodle's own texts for the two answers. */
const TRUE_FALSE = ['true', 'false'] as const
const sameWords = (one: string, other: string) => one.trim().toLowerCase() === other.toLowerCase()

const trueFalse: Writer = (source) => {
  const { question, language, say, right, wrong } = source
  const fixed = question.answers.map(({ text }) =>
    TRUE_FALSE.find((word) => sameWords(say(text), translate(language, `learning.question.${word}`))),
  )
  // Texts that differ from Moodle's own: a choice of two answers with a fixed order.
  if (new Set(fixed).size !== 2 || fixed.includes(undefined)) return choice(true, true)(source)
  const given = question.answers.map(({ correct }, index) => answer(fixed[index]!, correct ? 100 : 0, feedback(correct ? right : wrong)))
  return { type: 'truefalse', content: given.join('') }
}

const order: Writer = (source) => {
  // Without `shownumcorrect`, Moodle 4.5 generates hints that it cannot store, and stops the import of the whole file.
  const head =
    '<layouttype>VERTICAL</layouttype><selecttype>ALL</selecttype><selectcount>0</selectcount><gradingtype>ALL_OR_NOTHING</gradingtype>' +
    '<showgrading>SHOW</showgrading><numberingstyle>none</numberingstyle><shownumcorrect>1</shownumcorrect>'
  const given = source.question.answers.map(({ text }, index) => answer(source.say(text), index + 1))
  return { type: 'ordering', content: head + given.join('') + combined(source) }
}

const match: Writer = (source) => {
  const { question, say } = source
  const pairs = (question.content.options ?? []).map(({ key, text }) => {
    const item = question.answers.find((one) => one.key === key)
    return plain('subquestion', item ? say(item.text) : '', { more: `<answer><text>${escaped(say(text))}</text></answer>` })
  })
  return { type: 'matching', content: `<shuffleanswers>true</shuffleanswers>${pairs.join('')}${combined(source)}` }
}

const shortText: Writer = ({ question: { content }, language, right, wrong }) => {
  const accepted = content.accepted?.[language] ?? Object.values(content.accepted ?? {})[0] ?? []
  const given = accepted.map((text) => answer(text, 100, feedback(right)))
  const head = `<usecase>${content.case_sensitive ? 1 : 0}</usecase>`
  return { type: 'shortanswer', content: head + given.join('') + answer('*', 0, feedback(wrong)) }
}

const number: Writer = ({ question: { content }, say, right, wrong }) => {
  const within = (tolerance: number, words: string) => `<tolerance>${tolerance}</tolerance>${feedback(words)}`
  const values = (content.ranges ?? []).map(({ value, tolerance }) => answer(String(value), 100, within(tolerance, right)))
  const unit = content.unit && say(content.unit)
  const units = unit
    ? `<units><unit><multiplier>1</multiplier><unit_name>${escaped(unit)}</unit_name></unit></units><unitgradingtype>0</unitgradingtype><showunits>3</showunits>`
    : ''
  return { type: 'numerical', content: values.join('') + answer('*', 0, within(0, wrong)) + units }
}

/** Moodle has no equivalent of a hotspot question: its own type only marks the right places. */
const WRITERS: Record<QuestionTypeName, Writer | null> = {
  single: choice(true),
  multiple: choice(false),
  true_false: trueFalse,
  order,
  match,
  hotspot: null,
  short_text: shortText,
  number,
}

/**
 * A question in the format of Moodle's importer.
 * @returns null for a type without an equivalent in Moodle
 */
export function toMoodle(question: PooledQuestion, language: string, picture: PictureContent | null): string | null {
  const say = (text: Localized) => inLanguage(text, language)
  const written = WRITERS[question.type]?.({
    question,
    language,
    say,
    right: say(question.feedback_correct),
    wrong: say(question.feedback_incorrect),
  })
  if (!written) return null
  const tags = question.tags.map((tag) => `<tag><text>${escaped(tag)}</text></tag>`).join('')
  return (
    `<question type="${written.type}"><name><text>${escaped(nameFor(question, language))}</text></name>` +
    questionText(say(question.text), question.picture, picture, language) +
    `<defaultgrade>1</defaultgrade>${written.content}${tags && `<tags>${tags}</tags>`}</question>`
  )
}

/** A name that a person can recognise in Moodle's list. */
export const nameFor = ({ key, text }: Pick<PooledQuestion, 'key' | 'text'>, language: string) =>
  `${key}: ${inLanguage(text, language)}`.slice(0, 200)

function questionText(text: string, stored: VersionPicture | null, picture: PictureContent | null, language: string): string {
  if (!stored || !picture) return plain('questiontext', text)
  const name = `${stored.hash.slice(0, 16)}.${ENDINGS[picture.content_type] ?? 'bin'}`
  const image = `<img src="@@PLUGINFILE@@/${name}" alt="${escaped(inLanguage(stored.alt, language))}" width="${stored.width}" height="${stored.height}">`
  const markup = `<p>${escaped(text)}</p><p>${image}</p>`
  const file = `<file name="${name}" path="/" encoding="base64">${picture.content.toString('base64')}</file>`
  return `<questiontext format="html"><text>${escaped(markup)}</text>${file}</questiontext>`
}
