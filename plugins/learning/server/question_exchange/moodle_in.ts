import { translate } from '#core/kit/words'
import type { QuestionContent } from '../../question_types/types.js'
import { pictureOf } from './embedded_picture.js'
import { answersOf, foundQuestion, nameOf, words } from './found.js'
import { type GapQuestion, gapQuestions, hasGaps } from './moodle_gaps.js'
import { EMBEDDED, type PlainText, plainText } from './html_text.js'
import { inOneLanguage } from './multilang.js'
import { type FoundQuestion, type FoundQuestions, RefusedQuestion } from './report.js'
import { type XmlElement, child, childrenOf, readQuestions, textOf } from './xml_elements.js'

/** Reasons that a Moodle type is not imported. */
const NOT_TAKEN: Record<string, string> = {
  cloze: 'A cloze question has several gaps in one text; a question here has one answer.',
  multianswer: 'A cloze question has several gaps in one text; a question here has one answer.',
  essay: 'An essay is graded by a person; quizzes here grade by themselves.',
  calculated: 'Its numbers are worked out anew each time; numbers here are fixed.',
  calculatedsimple: 'Its numbers are worked out anew each time; numbers here are fixed.',
  calculatedmulti: 'Its numbers are worked out anew each time; numbers here are fixed.',
  description: 'A description asks nothing.',
  randomsamatch: 'It is put together from other questions each time.',
  random: 'It is drawn from other questions each time.',
  gapselect: 'It has several gaps in one text; a question here has one answer.',
  ddwtos: 'It has several gaps in one text; a question here has one answer.',
  ddmarker: 'It marks only the right places of its picture; here wrong ones are marked, too, and no honest ones can be made up.',
  ddimageortext: 'It drags things onto its picture; here marked areas are chosen.',
}

/** Context for reading a question of any type. */
interface Context {
  element: XmlElement
  language: string
  notes: FoundQuestion['notes']
}

interface Kind {
  as: Parameters<typeof foundQuestion>[1]['as']
  answers?: ReturnType<typeof answersOf>
  content?: QuestionContent
  feedbackCorrect?: string
  feedbackIncorrect?: string
}

export interface MoodleOptions {
  /** Imports a text with several gaps as several questions, instead of skipping it. */
  simpler?: boolean | undefined
}

/**
 * Reads Moodle XML: the questions that can be imported, with what they lost, and the skipped ones, with the reason.
 * @throws RefusedFile as readQuestions
 */
export async function readMoodle(xml: string, language: string, { simpler = false }: MoodleOptions = {}): Promise<FoundQuestions> {
  const found: FoundQuestions = { questions: [], skipped: [] }
  let category: string | null = null
  await readQuestions(xml, (element) => {
    const type = nameOf(element.attributes.type ?? '')
    const isCut = keepLanguage(element, language)
    if (type === 'category') {
      category = categoryOf(element)
      return
    }
    const name = nameOf(textOf(child(element, 'name')))
    const read = { element, type, name, language, category, isCut }
    try {
      if (simpler && hasGaps(type)) found.questions.push(...readGaps(read))
      else found.questions.push(readQuestion(read))
    } catch (error) {
      if (!(error instanceof RefusedQuestion)) throw error
      const { code, reason } = error
      found.skipped.push({
        name,
        type,
        code,
        reason,
        ...(!simpler && hasGaps(type) && isReadable(() => readGaps(read)) && { simpler: true }),
      })
    }
  })
  return found
}

/** The last part of `$course$/top/Scaffolds`; categories that Moodle creates itself are ignored. */
function categoryOf(element: XmlElement): string | null {
  // A slash in a name is written twice.
  const [last = ''] = textOf(child(element, 'category'))
    .split(/(?<!\/)\/(?!\/)/)
    .slice(-1)
    .map((name) => nameOf(name.replaceAll('//', '/')))
  return !last || last === 'top' || /^(default for|standaard voor) /i.test(last) ? null : last
}

/** A question of the file, with its context. */
interface Source {
  element: XmlElement
  type: string
  name: string
  language: string
  category: string | null
  /** Its texts had other languages, too. */
  isCut: boolean
}

/** Keeps one language of each text of a question. @returns whether another was left out */
function keepLanguage(element: XmlElement, language: string): boolean {
  const own = element.name === 'file' ? { text: element.text, isCut: false } : inOneLanguage(element.text, language)
  element.text = own.text
  return element.children.map((one) => keepLanguage(one, language)).includes(true) || own.isCut
}

/** Each gap of a text as a separate question. */
function readGaps(source: Source): FoundQuestion[] {
  const { element, type, name, language } = source
  const owner = child(element, 'questiontext')
  const gaps = gapQuestions(element, type, owner ? markupOf(owner).text : '', language)
  return gaps.map((gap, index) => readQuestion({ ...source, name: nameOf(`${name} ${index + 1}`) }, gap))
}

function isReadable(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch (error) {
    if (error instanceof RefusedQuestion) return false
    throw error
  }
}

function readQuestion(source: Source, gap?: GapQuestion): FoundQuestion {
  const { element, type, name, language, category, isCut } = source
  // A file may contain any type name, including properties of every object ("constructor").
  if (!gap && Object.hasOwn(NOT_TAKEN, type)) throw new RefusedQuestion('type_not_taken', NOT_TAKEN[type]!)
  const read = gap ? () => gap : Object.hasOwn(READERS, type) ? READERS[type] : undefined
  if (!read) throw new RefusedQuestion('type_unknown', `There is no way to ask a question of type '${type}' here.`)
  const notes: FoundQuestion['notes'] = []
  if (isCut) notes.push({ code: 'languages_left_out', reason: 'It was written in several languages; the others are left out.' })
  if (gap) notes.push({ code: 'gap_of_text', reason: 'It was one gap of a text with gaps; each became a question of its own.' })
  const owner = child(element, 'questiontext')
  const asked = owner ? markupOf(owner) : NOTHING
  if (asked.files.length) {
    throw new RefusedQuestion('file_in_text', 'It plays or leads to a sound, a film or a document; a question here has a picture at most.')
  }
  const old = oldPicture(element)
  const picture = old ? pictureOf(old.owner, { pictures: [...asked.pictures, old.picture] }, language) : pictureOf(owner, asked, language)
  if (picture && !picture.hasWords) notes.push({ code: 'picture_alt_missing', reason: 'Its picture has no words for who cannot see it.' })
  const points = Number(textOf(child(element, 'defaultgrade')) || 1)
  if (points !== 1 && !gap)
    notes.push({ code: 'points_left_out', reason: `It was worth ${points} points; every question here is worth one.` })
  if (childrenOf(element, 'hint').some((hint) => textOf(hint).trim())) {
    notes.push({ code: 'hints_left_out', reason: 'Its hints are left out; here an answer is given once.' })
  }
  if (feedbackHasFiles(element)) {
    notes.push({ code: 'feedback_file_left_out', reason: 'Pictures and files in its feedback are left out; here feedback is text.' })
  }
  // Moodle also writes it for questions with one right answer, where it is never shown.
  if (feedbackIn(element, 'partiallycorrectfeedback') && !(type === 'multichoice' && isTrue(textOf(child(element, 'single')) || 'true'))) {
    notes.push({
      code: 'partly_feedback_left_out',
      reason: 'What it says of a partly right answer is left out; here an answer is right or wrong.',
    })
  }
  const { as, answers = [], content = {}, ...own }: Kind = read({ element, language, notes })
  const general = feedbackIn(element, 'generalfeedback')
  const tags = childrenOf(child(element, 'tags'), 'tag').map(textOf)
  return foundQuestion(language, {
    name,
    type,
    as,
    text: gap?.text ?? words(asked.text, 'text'),
    typed: { answers, content },
    feedbackCorrect: joined(own.feedbackCorrect ?? feedbackIn(element, 'correctfeedback'), general),
    feedbackIncorrect: joined(own.feedbackIncorrect ?? feedbackIn(element, 'incorrectfeedback'), general),
    tags: [...(category ? [category] : []), ...tags],
    picture,
    notes,
  })
}

/** Moodle 1.9 stored a question's only picture outside its text. */
function oldPicture(element: XmlElement): { owner: XmlElement; picture: { src: string; alt: string } } | null {
  const content = child(element, 'image_base64')
  const name = textOf(child(element, 'image')).trim().split('/').at(-1)
  if (!content || !name) return null
  const file = { ...content, name: 'file', attributes: { name, encoding: 'base64' } }
  return { owner: { ...element, children: [file] }, picture: { src: `${EMBEDDED}${encodeURIComponent(name)}`, alt: '' } }
}

const joined = (...texts: string[]) => [...new Set(texts.filter(Boolean))].join(' ')

const NOTHING: PlainText = { text: '', pictures: [], files: [] }

function markupOf(element: XmlElement): PlainText {
  const text = textOf(element)
  return element.attributes.format === 'plain_text' ? { ...NOTHING, text } : plainText(text)
}

/** Text without files or pictures. */
function wordsIn(element: XmlElement | undefined, what: string): string {
  const { text, pictures, files } = element ? markupOf(element) : NOTHING
  if (files.length) throw new RefusedQuestion('file_in_text', `There is a file in its ${what}; here only the question has a picture.`)
  if (pictures.length) throw new RefusedQuestion('picture_in_answer', `There is a picture in its ${what}; here only the question has one.`)
  return words(text, what)
}

function feedbackIn(element: XmlElement, name: string): string {
  const found = child(element, name)
  const text = found ? markupOf(found).text : ''
  return text.trim() ? words(text, 'feedback') : ''
}

const FEEDBACK = ['feedback', 'generalfeedback', 'correctfeedback', 'incorrectfeedback']

/** Whether a picture or file of the feedback is lost. */
function feedbackHasFiles(element: XmlElement): boolean {
  return element.children.some((one) => {
    if (one.name === 'answer') return feedbackHasFiles(one)
    if (!FEEDBACK.includes(one.name)) return false
    const { pictures, files } = markupOf(one)
    return pictures.length + files.length > 0
  })
}

/** Moodle's fractions are percentages of the point. */
const fractionOf = ({ attributes }: XmlElement) => Number(attributes.fraction ?? 0)
const isTrue = (text: string) => /^(true|1)$/i.test(text.trim())

/** The answers that give the full point; a note reports answers that gave a part of it. */
function fullMarks({ element, notes }: Context, partly: string): XmlElement[] {
  const answers = childrenOf(element, 'answer')
  if (answers.some((answer) => fractionOf(answer) > 0 && fractionOf(answer) < 99.99)) notes.push({ code: 'partly_right', reason: partly })
  return answers.filter((answer) => fractionOf(answer) >= 99.99)
}

/** Feedback of the right answer, and of "anything else" (`*`). */
function byAnswer({ element }: Context): Pick<Kind, 'feedbackCorrect' | 'feedbackIncorrect'> {
  const answers = childrenOf(element, 'answer')
  const right = answers.find((answer) => fractionOf(answer) >= 99.99)
  const other = answers.find((answer) => fractionOf(answer) === 0 && textOf(answer).trim() === '*')
  return { feedbackCorrect: right ? feedbackIn(right, 'feedback') : '', feedbackIncorrect: other ? feedbackIn(other, 'feedback') : '' }
}

function multichoice(context: Context, mayBeSingle = true): Kind {
  const { element, language, notes } = context
  const given = childrenOf(element, 'answer')
  const isSingle = mayBeSingle && isTrue(textOf(child(element, 'single')) || 'true')
  const texts = given.map((answer) => wordsIn(answer, 'answer'))
  const ofAnswers = given.map((answer) => feedbackIn(answer, 'feedback')).filter(Boolean)
  if (ofAnswers.length)
    notes.push({
      code: 'answer_feedback_left_out',
      reason: 'Feedback of single answers is left out; here a right and a wrong one each have one.',
    })
  const correct = isSingle
    ? fullMarks(context, 'Answers that gave a part of the point are wrong here.')
    : given.filter((answer) => fractionOf(answer) > 0)
  const answers = answersOf(
    given.map((answer, index) => ({ text: texts[index]!, correct: correct.includes(answer) })),
    language,
  )
  // Two answers with a fixed order are a true_false question here.
  const keepsOrder = child(element, 'shuffleanswers') !== undefined && !isTrue(textOf(child(element, 'shuffleanswers')))
  return { as: !isSingle ? 'multiple' : keepsOrder && answers.length === 2 ? 'true_false' : 'single', answers }
}

function truefalse({ element, language }: Context): Kind {
  const given = childrenOf(element, 'answer')
  const isRight = (word: string) => given.some((answer) => textOf(answer).trim() === word && fractionOf(answer) >= 99.99)
  const feedback = (right: boolean) => {
    const answer = given.find((one) => fractionOf(one) >= 99.99 === right)
    return answer ? feedbackIn(answer, 'feedback') : ''
  }
  const answers = (['true', 'false'] as const).map((word) => ({
    key: word,
    text: { [language]: translate(language, `learning.question.${word}`) },
    correct: isRight(word),
  }))
  return { as: 'true_false', answers, feedbackCorrect: feedback(true), feedbackIncorrect: feedback(false) }
}

function matching({ element, language }: Context): Kind {
  const pairs = childrenOf(element, 'subquestion').map((pair) => ({
    item: markupOf(pair).text.trim() ? wordsIn(pair, 'item') : '',
    option: wordsIn(child(pair, 'answer'), 'answer'),
  }))
  const paired = pairs.filter(({ item }) => item)
  const others = pairs.filter(({ item }) => !item)
  const answers = answersOf(
    paired.map(({ item }) => ({ text: item })),
    language,
  )
  const options = answersOf(
    [...paired, ...others].map(({ option }) => ({ text: option })),
    language,
  ).map(({ key, text }) => ({ key, text }))
  return { as: 'match', answers, content: { options } }
}

function shortanswer(context: Context): Kind {
  const { element, language } = context
  const accepted = fullMarks(context, 'Answers that gave a part of the point are not accepted here.').map((answer) =>
    words(textOf(answer), 'answer'),
  )
  const content: QuestionContent = { accepted: { [language]: accepted } }
  if (isTrue(textOf(child(element, 'usecase')))) content.case_sensitive = true
  return { as: 'short_text', content, ...byAnswer(context) }
}

function numerical(context: Context): Kind {
  const { element, language, notes } = context
  const ranges = fullMarks(context, 'Values that gave a part of the point are not accepted here.').map((answer) => {
    const [value, tolerance] = [Number(textOf(answer).trim() || NaN), Number(textOf(child(answer, 'tolerance')).trim() || 0)]
    if (!Number.isFinite(value) || !Number.isFinite(tolerance))
      throw new RefusedQuestion('number_invalid', 'One of its values is no number.')
    return { value, tolerance: Math.abs(tolerance) }
  })
  const content: QuestionContent = { ranges }
  const units = childrenOf(child(element, 'units'), 'unit')
  const unit = units.find((one) => Number(textOf(child(one, 'multiplier')) || 1) === 1)
  if (unit) content.unit = { [language]: words(textOf(child(unit, 'unit_name')), 'unit') }
  if (units.length > 1) notes.push({ code: 'units_left_out', reason: 'It took several units; here one stands behind the field.' })
  return { as: 'number', content, ...byAnswer(context) }
}

function ordering({ element, language, notes }: Context): Kind {
  const given = childrenOf(element, 'answer')
  // The fractions are the positions: 1, 2, 3, or all equal if the answers are already in order.
  const inOrder = given
    .map((answer, index) => ({ answer, index }))
    .sort((a, b) => fractionOf(a.answer) - fractionOf(b.answer) || a.index - b.index)
  const count = Number(textOf(child(element, 'selectcount')) || 0)
  const selects = textOf(child(element, 'selecttype')).trim()
  if (selects && !/^(0|all)$/i.test(selects) && count > 0 && count < given.length) {
    notes.push({ code: 'all_items', reason: `It asked for ${count} of its items at a time; here all are asked for.` })
  }
  return {
    as: 'order',
    answers: answersOf(
      inOrder.map(({ answer }) => ({ text: wordsIn(answer, 'item') })),
      language,
    ),
  }
}

const READERS: Record<string, (context: Context) => Kind> = {
  multichoice: (context) => multichoice(context),
  // All right answers or none: what a question with several right answers is here.
  multichoiceset: (context) => multichoice(context, false),
  oumultiresponse: (context) => multichoice(context, false),
  truefalse,
  matching,
  // The same pairs, answered by dragging.
  ddmatch: matching,
  shortanswer,
  numerical,
  ordering,
}
