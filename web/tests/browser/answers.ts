import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

interface Question {
  text: string
  answers: { text: string; correct?: boolean }[]
}

/**
 * The right and wrong answers of a shipped course, read from the author's own files. The browser does not receive them before submission.
 */
export function answerKey(shortname: string, language: string) {
  const folder = join(import.meta.dirname, '../../../plugins/learning/courses', shortname, language)
  const questions = new Map<string, Question>()
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.yaml'))) {
    for (const question of (parse(readFileSync(join(folder, file), 'utf8')) as { questions: Question[] }).questions) {
      questions.set(normal(question.text), question)
    }
  }
  const find = (text: string) => {
    const question = questions.get(normal(text))
    if (!question) throw new Error(`No question "${text}" in ${shortname}/${language}`)
    return question
  }
  return {
    right: (text: string) =>
      find(text)
        .answers.filter(({ correct }) => correct)
        .map((answer) => normal(answer.text)),
    wrong: (text: string) => [normal(find(text).answers.find(({ correct }) => !correct)!.text)],
  }
}

const normal = (text: string) => text.replace(/\s+/g, ' ').trim()
