import type {
  EvaluationQuestionSource,
  EvaluationQuestionType,
  LanguageCode,
  LocalizedText,
  QuizQuestionSource,
  QuizQuestionType,
} from './course_types.js'
import type { AnswerText, QuestionContent } from '../../question_types/types.js'
import type { QuestionText, QuestionsFile } from './activity_texts.js'

/** The questions of one activity, per language. The other languages are compared with the first entry. */
export type QuestionsPerLanguage = Map<LanguageCode, QuestionsFile>

/**
 * Checks that each language has the same questions, types, answers and right answers as the first one. The order may differ: that of the
 * first language is used. Reports `question_missing`, `question_extra`, `question_type_differs`, `mandatory_differs`, `answer_missing`,
 * `answer_extra`, `answer_correct_differs` in the file of the other language.
 */
export function compareLanguages(files: QuestionsPerLanguage): void {
  const [first, ...others] = files.values()
  if (!first) return
  const reference = new Map(first.questions.map((question) => [question.key, question]))
  for (const other of others) {
    const file = other.parsed.file
    const name = first.parsed.file.name
    const present = new Set<string>()
    for (const question of other.questions) {
      present.add(question.key)
      const expected = reference.get(question.key)
      if (expected) compareQuestion(other, question, expected, name)
      else file.report(question.line, 'question_extra', `${name} has no question '${question.key}'.`)
    }
    for (const key of reference.keys()) {
      if (present.has(key)) continue
      const message = `The question '${key}' of ${name} is missing here.`
      file.report(other.questionsLine, 'question_missing', message)
    }
  }
}

function compareQuestion(other: QuestionsFile, question: QuestionText, expected: QuestionText, name: string): void {
  const file = other.parsed.file
  if (question.type !== expected.type) {
    const message = `The type is ${question.type} here and ${expected.type} in ${name}.`
    file.report(question.line, 'question_type_differs', message)
    return
  }
  if (question.mandatory !== expected.mandatory) {
    file.report(question.line, 'mandatory_differs', `'mandatory' is different in ${name}.`)
  }
  if (question.lesson !== expected.lesson) {
    file.report(question.lessonLine, 'lesson_differs', `'lesson' is different in ${name}.`)
  }
  if (question.picture !== expected.picture) {
    file.report(question.pictureLine, 'picture_differs', `'picture' is different in ${name}.`)
  }
  if (question.tags.join() !== expected.tags.join()) file.report(question.line, 'tags_differ', `'tags' are different in ${name}.`)
  if (JSON.stringify(commonOf(question)) !== JSON.stringify(commonOf(expected))) {
    file.report(question.line, 'accepted_differs', `What is accepted here is different in ${name}.`)
  }
  compareAnswers(other, question, expected, name, ({ answers }) => answers)
  compareAnswers(other, question, expected, name, ({ options }) => options)
}

/** The part of a question's content that is the same in every language. */
const commonOf = ({ content: { ranges, case_sensitive: caseSensitive } }: QuestionText) => ({ ranges, caseSensitive })

function compareAnswers(
  { parsed: { file } }: QuestionsFile,
  question: QuestionText,
  expected: QuestionText,
  name: string,
  listOf: (one: QuestionText) => AnswerText[],
): void {
  for (const answer of listOf(question)) {
    const same = listOf(expected).find((one) => one.key === answer.key)
    if (!same) {
      file.report(answer.line, 'answer_extra', `${name} has no answer '${answer.key}' here.`)
    } else if (same.correct !== answer.correct) {
      const message = `Answer '${answer.key}' is ${same.correct ? 'correct' : 'wrong'} in ${name}.`
      file.report(answer.line, 'answer_correct_differs', message)
    } else if (JSON.stringify(same.area) !== JSON.stringify(answer.area)) {
      file.report(answer.line, 'area_differs', `The area '${answer.key}' lies elsewhere in ${name}.`)
    }
  }
  for (const answer of listOf(expected)) {
    if (listOf(question).some((one) => one.key === answer.key)) continue
    const message = `The answer '${answer.key}' of ${name} is missing here.`
    file.report(question.line, 'answer_missing', message)
  }
}

/** Quiz questions with their texts per language, in the order of the first language. */
export function mergeQuizQuestions(files: QuestionsPerLanguage): QuizQuestionSource[] {
  return firstQuestions(files).map((question) => ({
    key: question.key,
    type: question.type as QuizQuestionType,
    text: localize(files, question.key, (one) => one.text),
    answers: question.answers.map(({ key, correct, area }) => ({
      key,
      text: localizeAnswer(files, question.key, key),
      correct,
      ...(area && { area }),
    })),
    content: mergeContent(files, question),
    picture: question.picture,
    pictureAlt: question.picture ? localize(files, question.key, (one) => one.pictureAlt) : {},
    tags: question.tags,
    feedbackCorrect: localize(files, question.key, (one) => one.feedbackCorrect),
    feedbackIncorrect: localize(files, question.key, (one) => one.feedbackIncorrect),
    lesson: question.lesson,
  }))
}

/** Evaluation questions with their texts per language, in the order of the first language. */
export function mergeEvaluationQuestions(files: QuestionsPerLanguage): EvaluationQuestionSource[] {
  return firstQuestions(files).map((question) => ({
    key: question.key,
    type: question.type as EvaluationQuestionType,
    text: localize(files, question.key, (one) => one.text),
    mandatory: question.mandatory,
    answers: question.answers.map((answer) => ({
      key: answer.key,
      text: localizeAnswer(files, question.key, answer.key),
    })),
  }))
}

/** Texts are merged per language; everything else is taken from the first language. */
function mergeContent(files: QuestionsPerLanguage, { key, options, content }: QuestionText): QuestionContent {
  const texts = [...files.values()].flatMap(({ questions }) => questions.find((one) => one.key === key)?.content ?? [])
  return {
    ...content,
    ...(content.accepted && { accepted: Object.assign({}, ...texts.map(({ accepted }) => accepted)) as Record<string, string[]> }),
    ...(content.unit && { unit: Object.assign({}, ...texts.map(({ unit }) => unit)) as LocalizedText }),
    ...(options.length && {
      options: options.map((option) => ({ key: option.key, text: localizeAnswer(files, key, option.key, (one) => one.options) })),
    }),
  }
}

function firstQuestions(files: QuestionsPerLanguage): QuestionText[] {
  const [first] = files.values()
  return first?.questions ?? []
}

function localize(files: QuestionsPerLanguage, key: string, pick: (question: QuestionText) => string): LocalizedText {
  const texts: LocalizedText = {}
  for (const [language, file] of files) {
    const question = file.questions.find((one) => one.key === key)
    texts[language] = question ? pick(question) : ''
  }
  return texts
}

function localizeAnswer(
  files: QuestionsPerLanguage,
  question: string,
  answer: string,
  listOf: (one: QuestionText) => AnswerText[] = ({ answers }) => answers,
): LocalizedText {
  return localize(files, question, (one) => listOf(one).find((candidate) => candidate.key === answer)?.text ?? '')
}
