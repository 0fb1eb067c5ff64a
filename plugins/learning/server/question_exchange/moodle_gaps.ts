import type { QuestionContent, StoredAnswer } from '../../question_types/types.js'
import { answersOf, words } from './found.js'
import { plainText } from './html_text.js'
import { RefusedQuestion } from './report.js'
import { type XmlElement, child, childrenOf, textOf } from './xml_elements.js'

/** One gap of a text, as a separate question. */
export interface GapQuestion {
  text: string
  as: 'single' | 'multiple' | 'short_text' | 'number'
  answers?: StoredAnswer[]
  content?: QuestionContent
}

interface Gap extends Omit<GapQuestion, 'text'> {
  start: number
  end: number
}

const CLOZE = ['cloze', 'multianswer']
const FROM_LIST = ['gapselect', 'ddwtos']

/** Types with several gaps in one text. Each gap can become a question of a simpler type. */
export const hasGaps = (type: string): boolean => CLOZE.includes(type) || FROM_LIST.includes(type)

/** The largest number of gaps in one question, and the longest text with gaps, in characters. */
const MOST_GAPS = 100
const LONGEST_SOURCE = 100_000

/**
 * The gaps of a question, each as a separate question: its gap is shown as a line, the other gaps as dots.
 * @throws RefusedQuestion `gaps_unreadable`, and as `words`
 */
export function gapQuestions(element: XmlElement, type: string, text: string, language: string): GapQuestion[] {
  if (text.length > LONGEST_SOURCE) throw new RefusedQuestion('text_too_long', `Its text has more than ${LONGEST_SOURCE} characters.`)
  const gaps = CLOZE.includes(type) ? clozeGaps(text, language) : listGaps(element, text, language)
  if (!gaps.length) throw new RefusedQuestion('gaps_unreadable', 'There is no gap in it that can be read.')
  if (gaps.length > MOST_GAPS) throw new RefusedQuestion('gaps_too_many', `It has more than ${MOST_GAPS} gaps.`)
  return gaps.map(({ start: _start, end: _end, ...gap }, index) => ({ ...gap, text: words(textWithGap(text, gaps, index), 'text') }))
}

function textWithGap(text: string, gaps: readonly Gap[], asked: number): string {
  let result = ''
  let from = 0
  for (const [index, { start, end }] of gaps.entries()) {
    result += text.slice(from, start) + (index === asked ? '_____' : '…')
    from = end
  }
  return result + text.slice(from)
}

/** `{1:MULTICHOICE:=right~wrong#feedback}`; a backslash escapes the next character. */
const CLOZE_GAP = /\{\d*:([A-Z_]+):((?:\\.|[^\\{}])*)\}/g

const CLOZE_TYPES: [pattern: RegExp, as: GapQuestion['as'], caseSensitive?: true][] = [
  [/^(MULTICHOICE(_V|_H|_S|_VS|_HS)?|MC[VHS]?|MCVS|MCHS)$/, 'single'],
  [/^(MULTIRESPONSE(_H|_S|_HS)?|MR[HS]?|MRHS)$/, 'multiple'],
  [/^(SHORTANSWER|SA|MW)$/, 'short_text'],
  [/^(SHORTANSWER_C|SAC|MWC)$/, 'short_text', true],
  [/^(NUMERICAL|NM)$/, 'number'],
]

function clozeGaps(text: string, language: string): Gap[] {
  return [...text.matchAll(CLOZE_GAP)].map((match) => {
    const known = CLOZE_TYPES.find(([pattern]) => pattern.test(match[1]!))
    if (!known) throw new RefusedQuestion('gaps_unreadable', `It has a gap of the type ${match[1]!.slice(0, 40)}, which is unknown here.`)
    const [, as, caseSensitive] = known
    const place = { start: match.index, end: match.index + match[0].length }
    return { ...place, as, ...clozeAnswers(as, clozeParts(match[2]!), language, caseSensitive) }
  })
}

function clozeParts(source: string): { text: string; fraction: number }[] {
  return splitAt(source, '~').map((part) => {
    const mark = /^(=|%(-?[\d.]+)%)?/.exec(part)!
    const fraction = mark[1] === '=' ? 100 : Number(mark[2] ?? 0)
    const [text = ''] = splitAt(part.slice(mark[0].length), '#')
    return { text: text.replace(/\\(.)/g, '$1').trim(), fraction }
  })
}

/** Splits at a character that is not escaped by a backslash. */
function splitAt(text: string, sign: string): string[] {
  const parts = ['']
  for (const piece of text.match(/\\.|[^\\]|\\$/gs) ?? []) {
    if (piece === sign) parts.push('')
    else parts[parts.length - 1] += piece
  }
  return parts
}

function clozeAnswers(
  as: GapQuestion['as'],
  parts: { text: string; fraction: number }[],
  language: string,
  caseSensitive?: true,
): Pick<GapQuestion, 'answers' | 'content'> {
  const isRight = ({ fraction }: { fraction: number }) => (as === 'multiple' ? fraction > 0 : fraction >= 99.99)
  const right = parts.filter(isRight)
  if (as === 'number') return { content: { ranges: right.map(({ text }) => rangeOf(text)) } }
  if (as === 'short_text') {
    const accepted = { [language]: right.map(({ text }) => words(text, 'answer')) }
    return { content: { accepted, ...(caseSensitive && { case_sensitive: true }) } }
  }
  const given = parts.map((part) => ({ text: words(part.text, 'answer'), correct: isRight(part) }))
  return { answers: answersOf(given, language) }
}

/** `2.5:0.1`: a value and its tolerance. */
function rangeOf(text: string): { value: number; tolerance: number } {
  const [value, tolerance = 0] = text.split(':').map((part) => Number(part.trim() || NaN))
  if (!Number.isFinite(value) || !Number.isFinite(tolerance)) throw new RefusedQuestion('number_invalid', 'One of its values is no number.')
  return { value: value!, tolerance: Math.abs(tolerance) }
}

/** `[[2]]` refers to the second choice of the list; the other choices of its group are wrong. */
function listGaps(element: XmlElement, text: string, language: string): Gap[] {
  const choices = ['selectoption', 'dragbox']
    .flatMap((name) => childrenOf(element, name))
    .map((one) => ({ text: words(plainText(textOf(one)).text, 'answer'), group: textOf(child(one, 'group')).trim() || '1' }))
  return [...text.matchAll(/\[\[(\d{1,4})\]\]/g)].map((match) => {
    const right = choices[Number(match[1]) - 1]
    if (!right) throw new RefusedQuestion('gaps_unreadable', 'One of its gaps has no choice in the list.')
    const answers = answersOf(
      choices.filter(({ group }) => group === right.group).map((one) => ({ text: one.text, correct: one === right })),
      language,
    )
    return { as: 'single', answers, start: match.index, end: match.index + match[0].length }
  })
}
