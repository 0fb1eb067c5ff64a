import { EVALUATION_QUESTION_TYPES, QUIZ_QUESTION_TYPES, type EvaluationQuestionType, type QuizQuestionType } from './course_types.js'
import { Fields, rememberKey } from './yaml_fields.js'
import type { ParsedFile } from './source_file.js'

/** An answer in one language. `correct` is always false in an evaluation. */
export interface AnswerText {
  key: string
  text: string
  correct: boolean
  line: number
}

/** A question in one language. */
export interface QuestionText {
  key: string
  type: QuizQuestionType | EvaluationQuestionType
  text: string
  answers: AnswerText[]
  feedbackCorrect: string
  feedbackIncorrect: string
  mandatory: boolean
  /** Of a quiz: key of the lesson that explains it. */
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

/** Reads `<language>/<activity>.yaml` of a quiz. */
export function readQuizText(parsed: ParsedFile): QuestionsFile {
  return readQuestionsFile(parsed, ['key', 'type', 'text', 'answers', 'feedback_correct', 'feedback_incorrect', 'lesson'], (fields) => {
    const type = fields.oneOf('type', QUIZ_QUESTION_TYPES)
    const { answers, complete } = readAnswers(fields, ['key', 'text', 'correct'])
    if (type && complete) checkCorrectness(fields, type, answers)
    return { type, answers }
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
    const { answers, complete } = readAnswers(fields, ['key', 'text'])
    if (complete && answers.length < 2) {
      fields.file.report(fields.line('answers'), 'answers_too_few', 'A choice needs two answers or more.')
    }
    return { type, answers }
  })
}

type TypeAndAnswers = { type: QuestionText['type'] | null; answers: AnswerText[] }

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
    const { type, answers } = readTypeAndAnswers(item)
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

/** `complete` is false when answers are missing or unreadable: then counting them says nothing. */
function readAnswers(fields: Fields, keys: string[]): { answers: AnswerText[]; complete: boolean } {
  const seen = new Set<string>()
  const answers: AnswerText[] = []
  const items = fields.maps('answers', keys)
  for (const item of items) {
    const key = item.identifier('key')
    const text = item.text('text') ?? ''
    const correct = item.boolean('correct', false)
    if (key === null || !rememberKey(seen, key, fields.file, item.line('key'))) continue
    answers.push({ key, text, correct, line: item.startLine })
  }
  return { answers, complete: items.length > 0 && answers.length === items.length }
}

/** Reports on the line of `answers` when the right and wrong answers do not suit the type. */
function checkCorrectness(fields: Fields, type: QuizQuestionType, answers: AnswerText[]): void {
  const right = answers.filter((answer) => answer.correct).length
  const report = (code: string, message: string) => fields.file.report(fields.line('answers'), code, message)
  if (type === 'true_false' && answers.length !== 2) {
    report('answers_not_two', `A true_false question has exactly two answers, not ${answers.length}.`)
  } else if (answers.length < 2) {
    report('answers_too_few', 'A question needs two answers or more.')
  }
  if (right === 0) report('answers_none_correct', 'No answer is marked correct: true.')
  else if (type !== 'multiple' && right > 1) {
    report('answers_many_correct', `Only one answer can be correct here, not ${right}.`)
  } else if (type === 'multiple' && right === answers.length) {
    report('answers_none_wrong', 'A multiple question needs at least one wrong answer.')
  }
}
