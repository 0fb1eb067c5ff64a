import { translate } from '#core/kit/words'
import type { TypedQuestion } from '../../question_types/types.js'
import { answersOf, foundQuestion, nameOf, words } from './found.js'
import { plainText } from './html_text.js'
import { type FoundQuestion, type FoundQuestions, MAX_QUESTIONS, RefusedFile, RefusedQuestion } from './report.js'

// Escaped characters such as `\~` are replaced by private-use characters while parsing, and put back at the end.
const ESCAPED = '\\~=#{}:'
const HIDE = 0xe000
const hidden = (text: string) =>
  text
    .replace(/[\ue000-\ue0ff]/g, '')
    .replace(/\\n/g, ' ')
    .replace(/\\([\\~=#{}:])/g, (_all, sign: string) => String.fromCharCode(HIDE + ESCAPED.indexOf(sign)))
const shown = (text: string) => text.replace(/[\ue000-\ue006]/g, (sign) => ESCAPED[sign.charCodeAt(0) - HIDE]!)

/** Whether a text is GIFT rather than XML. */
export const looksLikeGift = (text: string): boolean => !/^\s*</.test(text)

/**
 * GIFT: questions separated by empty lines, each with its answers between braces.
 * @throws RefusedFile `not_gift`, `too_many_questions`
 */
export function readGift(text: string, language: string): FoundQuestions {
  const found: FoundQuestions = { questions: [], skipped: [] }
  let category: string | null = null
  const blocks = text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => (/^\s*\/\//.test(line) ? null : line.trim()))
    .filter((line) => line !== null)
    .join('\n')
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter(Boolean)
  if (blocks.length > MAX_QUESTIONS) {
    throw new RefusedFile({ code: 'too_many_questions', message: `A file may hold at most ${MAX_QUESTIONS} questions.` })
  }
  if (!blocks.some((block) => hidden(block).includes('{'))) {
    throw new RefusedFile({ code: 'not_gift', message: 'There is no question with its answers between braces in this file.' })
  }
  for (const block of blocks) {
    const [, path, rest = block] = /^\$CATEGORY:\s*([^\n]*)\n?([^]*)$/i.exec(block) ?? []
    if (path !== undefined) category = nameOf(path.split('/').at(-1) ?? '') || null
    if (!rest.trim()) continue
    const [, title = '', body = rest] = /^::([^]*?)::([^]*)$/.exec(hidden(rest)) ?? [null, '', hidden(rest)]
    const [, before = '', inner, after = ''] = /^([^{]*)\{([^{}]*)\}([^{}]*)$/.exec(body.trim()) ?? []
    const name = nameOf(shown(title || body).replace(/\s+/g, ' '))
    const type = inner === undefined ? 'description' : kindOf(inner)
    try {
      if (inner === undefined) {
        throw body.includes('{')
          ? new RefusedQuestion('gift_invalid', 'It has more than one part between braces, or one without its end.')
          : new RefusedQuestion('type_not_taken', 'A description asks nothing.')
      }
      found.questions.push(readQuestion({ name, type, before, inner, after, language, category }))
    } catch (error) {
      if (!(error instanceof RefusedQuestion)) throw error
      found.skipped.push({ name, type, code: error.code, reason: error.reason })
    }
  }
  return found
}

/** The kind of question, from the text between the braces, under Moodle's name. */
function kindOf(inner: string): string {
  const answers = inner.replace(/####[^]*$/, '').trim()
  if (!answers) return 'essay'
  if (answers.startsWith('#')) return 'numerical'
  if (/^(T|F|TRUE|FALSE)\s*(#|$)/i.test(answers)) return 'truefalse'
  if (answers.includes('~')) return 'multichoice'
  if (/^\s*=[^]*->/.test(answers)) return 'matching'
  return answers.startsWith('=') ? 'shortanswer' : 'unknown'
}

interface Block {
  name: string
  type: string
  before: string
  inner: string
  after: string
  language: string
  category: string | null
}

interface Option {
  sign: '=' | '~'
  /** In per cent, if given. */
  weight: number | null
  text: string
  feedback: string
}

/** `=right#why`, `~%50%partly` … */
function optionsOf(answers: string): Option[] {
  return [...answers.matchAll(/([=~])([^=~]*)/g)].map(([, sign, rest]) => {
    const [, weight, text = ''] = /^\s*(?:%(-?\d+(?:\.\d+)?)%)?([^]*)$/.exec(rest!)!
    const [words = '', ...feedback] = text.split('#')
    return {
      sign: sign as Option['sign'],
      weight: weight === undefined ? null : Number(weight),
      text: words.trim(),
      feedback: feedback.join(' ').trim(),
    }
  })
}

/** An optional prefix for one of Moodle's four text formats, followed by the text. */
const FORMATTED = /^\s*(?:\[(html|moodle|plain|markdown)\])?([^]*)$/i
const isMarkup = (format: string | undefined) => /^(html|moodle)$/i.test(format ?? '')

function readQuestion({ name, type, before, inner, after, language, category }: Block): FoundQuestion {
  if (type === 'essay') throw new RefusedQuestion('type_not_taken', 'An essay is graded by a person; quizzes here grade by themselves.')
  const notes: FoundQuestion['notes'] = []
  const [, format, asked = ''] = FORMATTED.exec(before)!
  const isHtml = isMarkup(format)
  // An answer or a feedback may have its own format.
  const plain = (text: string) => {
    const [, own, rest = ''] = FORMATTED.exec(text)!
    return (own ? isMarkup(own) : isHtml) ? plainText(shown(rest)).text : shown(rest)
  }
  if (isHtml && plainText(shown(asked)).pictures.length) throw new RefusedQuestion('picture_missing', 'Its picture is not in the file.')
  const [answers = '', general = ''] = inner.split('####')
  const say = (...texts: string[]) => [...new Set(texts.map((text) => plain(text).trim()).filter(Boolean))].join(' ')
  const finish = (as: Parameters<typeof foundQuestion>[1]['as'], typed: Partial<TypedQuestion>, right = '', wrong = '') =>
    foundQuestion(language, {
      name,
      type,
      as,
      // Braces in the middle of the text are a missing word.
      text: words(after.trim() ? `${plain(asked)} _____ ${plain(after)}` : plain(asked), 'text'),
      typed,
      feedbackCorrect: say(right, general),
      feedbackIncorrect: say(wrong, general),
      tags: category ? [category] : [],
      notes,
    })

  if (type === 'truefalse') {
    const [word = '', wrong = '', right = ''] = answers.trim().split('#')
    const isTrue = /^t/i.test(word)
    const list = (['true', 'false'] as const).map((key) => ({
      key,
      text: { [language]: translate(language, `learning.question.${key}`) },
      correct: (key === 'true') === isTrue,
    }))
    return finish('true_false', { answers: list }, right, wrong)
  }
  if (type === 'numerical') {
    const inside = answers.trim().slice(1)
    // Without a sign the first value is the right one; `~` marks the feedback for all other values.
    const options = optionsOf(/^\s*[=~]/.test(inside) ? inside : `=${inside}`)
    const full = options.filter(({ sign, weight }) => sign === '=' && (weight ?? 100) === 100)
    if (options.some(({ weight }) => weight !== null && weight > 0 && weight < 100)) {
      notes.push({ code: 'partly_right', reason: 'Values that gave a part of the point are not accepted here.' })
    }
    const other = options.find(({ sign }) => sign === '~')
    return finish('number', { content: { ranges: full.map(({ text }) => rangeOf(text)) } }, full[0]?.feedback, other?.feedback)
  }
  const options = optionsOf(answers)
  const textIn = (text: string) => words(plain(text), 'answer')
  if (type === 'matching') {
    const pairs = options.map(({ text }) => text.split('->').map((one) => plain(one).trim()))
    if (pairs.some((pair) => pair.length !== 2))
      throw new RefusedQuestion('gift_invalid', 'One of its pairs is not written as item -> answer.')
    const paired = pairs.filter(([item]) => item)
    const all = [...paired, ...pairs.filter(([item]) => !item)]
    return finish('match', {
      answers: answersOf(
        paired.map(([item]) => ({ text: textIn(item!) })),
        language,
      ),
      content: {
        options: answersOf(
          all.map(([, option]) => ({ text: textIn(option!) })),
          language,
        ).map(({ key, text }) => ({ key, text })),
      },
    })
  }
  if (type === 'shortanswer') {
    const full = options.filter(({ weight }) => (weight ?? 100) === 100)
    if (options.some(({ weight }) => weight !== null && weight > 0 && weight < 100))
      notes.push({ code: 'partly_right', reason: 'Answers that gave a part of the point are not accepted here.' })
    const other = options.find(({ text, weight }) => text.trim() === '*' && weight === 0)
    const content = { accepted: { [language]: full.map(({ text }) => textIn(text)) } }
    return finish('short_text', { content }, full[0]?.feedback, other?.feedback)
  }
  if (type !== 'multichoice') throw new RefusedQuestion('gift_invalid', 'What stands between its braces is no answer.')
  const several = !options.some(({ sign }) => sign === '=')
  if (!several && options.some(({ sign, weight }) => sign === '~' && (weight ?? 0) > 0)) {
    notes.push({ code: 'partly_right', reason: 'Answers that gave a part of the point are wrong here.' })
  }
  const isRight = ({ sign, weight }: Option) => (several ? (weight ?? 0) > 0 : sign === '=')
  const wrongFeedback = [
    ...new Set(
      options
        .filter((one) => !isRight(one))
        .map(({ feedback }) => feedback)
        .filter(Boolean),
    ),
  ]
  if (wrongFeedback.length > 1) {
    notes.push({ code: 'answer_feedback_left_out', reason: 'Feedback of single wrong answers is left out; here all wrong ones have one.' })
  }
  return finish(
    several ? 'multiple' : 'single',
    {
      answers: answersOf(
        options.map((one) => ({ text: textIn(one.text), correct: isRight(one) })),
        language,
      ),
    },
    options.find(isRight)?.feedback,
    wrongFeedback.length === 1 ? wrongFeedback[0] : '',
  )
}

/** `3`, `3:2`, `1..5`. */
function rangeOf(text: string): { value: number; tolerance: number } {
  const [from, to] = text.split('..').map((one) => Number(one.trim() || NaN))
  const [value, tolerance = 0] =
    to !== undefined && from !== undefined
      ? [(from + to) / 2, Math.abs(to - from) / 2]
      : text.split(':').map((one) => Number(one.trim() || NaN))
  if (!Number.isFinite(value) || !Number.isFinite(tolerance)) throw new RefusedQuestion('number_invalid', 'One of its values is no number.')
  return { value: value!, tolerance }
}
