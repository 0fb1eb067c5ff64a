import { questionType } from '../../question_types/index.js'
import { readAnswers } from '../../question_types/parts.js'
import type { AnswerText, QuestionContent } from '../../question_types/types.js'
import {
  EVALUATION_QUESTION_TYPES,
  QUIZ_QUESTION_TYPES,
  type EvaluationQuestionType,
  type LanguageCode,
  type QuizQuestionType,
} from './course_types.js'
import { Fields, rememberKey } from './yaml_fields.js'
import type { ParsedFile } from './source_file.js'

/** A question in one language. */
export interface QuestionText {
  key: string
  type: QuizQuestionType | EvaluationQuestionType
  text: string
  answers: AnswerText[]
  /** For `match`: the options that can be paired. */
  options: AnswerText[]
  /** The other content of the question type, in this language. */
  content: Omit<QuestionContent, 'options'>
  picture: string | null
  pictureAlt: string
  /** Line of `picture`. */
  pictureLine: number
  tags: string[]
  feedbackCorrect: string
  feedbackIncorrect: string
  mandatory: boolean
  /** For a quiz: key of the lesson that explains it. */
  lesson: string | null
  /** Line of `lesson`. */
  lessonLine: number
  line: number
}

/** A quiz or evaluation file in one language. */
export interface QuestionsFile {
  parsed: ParsedFile
  title: string
  intro: string
  questions: QuestionText[]
  /** Line of the key `questions`. */
  questionsLine: number
}

const QUIZ_KEYS = ['key', 'type', 'text', 'picture', 'picture_alt', 'tags', 'feedback_correct', 'feedback_incorrect', 'lesson']
const TYPE_KEYS = [...new Set(QUIZ_QUESTION_TYPES.flatMap((type) => questionType(type).yamlKeys))]

/** Reads `<language>/<activity>.yaml` of a quiz. The fields of each question type are read by its own file (question_types/). */
export function readQuizText(parsed: ParsedFile, language: LanguageCode): QuestionsFile {
  return readQuestionsFile(parsed, [...QUIZ_KEYS, ...TYPE_KEYS], (fields) => {
    const name = fields.oneOf('type', QUIZ_QUESTION_TYPES)
    if (!name) return { type: null, answers: [] }
    const type = questionType(name)
    for (const key of TYPE_KEYS) {
      if (!fields.has(key) || type.yamlKeys.includes(key)) continue
      fields.file.report(fields.line(key), 'key_unknown', `'${key}' does not belong to a question of type ${name}.`)
    }
    const { answers, options, content, complete } = type.readYaml(fields, language)
    if (complete) {
      const inOne = (list: readonly AnswerText[]) => list.map(({ text, line: _, ...answer }) => ({ ...answer, text: { [language]: text } }))
      const problems = type.problems({
        answers: inOne(answers),
        content: { ...content, ...(options.length && { options: inOne(options) }) },
      })
      // A mistake in a single area was already reported on its own line.
      for (const { code, message } of problems) {
        if (code !== 'area_outside') fields.file.report(fields.line(type.yamlKeys[0]!), code, message)
      }
    }
    if (type.needsPicture && !fields.has('picture')) {
      fields.file.report(fields.startLine, 'picture_missing', `A question of type ${name} needs a picture.`)
    }
    return { type: name, answers, options, content }
  })
}

/** Reads `<language>/<activity>.yaml` of an evaluation. */
export function readEvaluationText(parsed: ParsedFile): QuestionsFile {
  return readQuestionsFile(parsed, ['key', 'type', 'text', 'mandatory', 'answers'], (fields) => {
    const type = fields.oneOf('type', EVALUATION_QUESTION_TYPES)
    if (type !== null && type !== 'choice' && fields.has('answers')) {
      const message = `A question of type ${type} has no answers.`
      fields.file.report(fields.line('answers'), 'answers_not_allowed', message)
    }
    if (type !== 'choice') return { type, answers: [] }
    const { answers, complete } = readAnswers(fields, { list: 'answers' })
    if (complete && answers.length < 2) {
      fields.file.report(fields.line('answers'), 'answers_too_few', 'A choice needs two answers or more.')
    }
    return { type, answers }
  })
}

type TypeAndAnswers = { type: QuestionText['type'] | null; answers: AnswerText[] } & Partial<Pick<QuestionText, 'options' | 'content'>>

function readQuestionsFile(
  parsed: ParsedFile,
  questionKeys: string[],
  readTypeAndAnswers: (fields: Fields) => TypeAndAnswers,
): QuestionsFile {
  const fields = new Fields(parsed.file, parsed.root, ['title', 'intro', 'questions'])
  const title = fields.title('title') ?? ''
  const intro = fields.optionalText('intro')
  const seen = new Set<string>()
  const questions: QuestionText[] = []
  for (const item of fields.maps('questions', questionKeys)) {
    const key = item.identifier('key')
    const text = item.text('text') ?? ''
    const { type, answers, options = [], content = {} } = readTypeAndAnswers(item)
    const picture = item.picture('picture')
    const pictureAlt = item.has('picture') ? (item.title('picture_alt') ?? '') : ''
    if (item.has('picture_alt') && !item.has('picture')) {
      item.file.report(item.line('picture_alt'), 'key_unknown', "'picture_alt' says what a picture shows, and there is none.")
    }
    const pictureLine = item.line('picture')
    const tags = item.has('tags') ? item.texts('tags') : []
    const feedbackCorrect = item.optionalText('feedback_correct')
    const feedbackIncorrect = item.optionalText('feedback_incorrect')
    const mandatory = item.boolean('mandatory', true)
    const lesson = item.has('lesson') ? item.identifier('lesson') : null
    const lessonLine = item.line('lesson')
    if (key === null || type === null) continue
    const line = item.startLine
    if (!rememberKey(seen, key, parsed.file, item.line('key'))) continue
    questions.push({
      key,
      type,
      text,
      answers,
      options,
      content,
      picture,
      pictureAlt,
      pictureLine,
      tags,
      feedbackCorrect,
      feedbackIncorrect,
      mandatory,
      lesson,
      lessonLine,
      line,
    })
  }
  return { parsed, title, intro, questions, questionsLine: fields.line('questions') }
}
