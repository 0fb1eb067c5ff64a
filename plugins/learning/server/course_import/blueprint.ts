import type { BlueprintPart, QuizQuestionSource } from './course_types.js'
import type { Fields } from './yaml_fields.js'

const MOST_TOPICS = 100

/** A topic with the line numbers used to report mistakes. */
export interface ReadTopic extends BlueprintPart {
  topicLine: number
  questionsLine: number
}

/** Reads `blueprint` of a quiz: unique topics and the number of questions for each. */
export function readBlueprint(fields: Fields): ReadTopic[] {
  const seen = new Set<string>()
  return (fields.has('blueprint') ? fields.maps('blueprint', ['topic', 'questions']) : []).slice(0, MOST_TOPICS).flatMap((item) => {
    const topic = item.title('topic')
    const questions = item.integer('questions', 1, 1000)
    if (topic === null || questions === null) return []
    if (seen.has(topic)) item.file.report(item.line('topic'), 'topic_twice', `The topic '${topic}' stands here twice.`)
    seen.add(topic)
    return [{ topic, questions, topicLine: item.line('topic'), questionsLine: item.line('questions') }]
  })
}

/** Reports mistakes in a blueprint, given the questions. @param report gets the line in course.md, a code and a message */
export function checkBlueprint(
  blueprint: readonly ReadTopic[],
  questions: readonly Pick<QuizQuestionSource, 'key' | 'tags'>[],
  report: (line: number, code: string, message: string) => void,
): void {
  for (const { topic, questions: asked, topicLine, questionsLine } of blueprint) {
    const having = questions.filter(({ tags }) => tags.includes(topic))
    if (having.length < asked)
      report(questionsLine, 'topic_too_few', `The topic '${topic}' has ${having.length} questions, fewer than ${asked}.`)
    // If it was drawn for one topic, it could be missing for the other.
    const shared = having.find(({ tags }) => blueprint.some((other) => other.topic !== topic && tags.includes(other.topic)))
    if (shared) report(topicLine, 'topic_overlaps', `The question '${shared.key}' has '${topic}' and another topic of the blueprint.`)
  }
}
