import { describe, expect, it } from 'vitest'
import { checkBlueprint, type ReadTopic } from '../server/course_import/blueprint.js'
import { drawFrom } from '../server/services/attempt_service.js'

// A quiz drawn by a blueprint: a fixed number of questions of each topic.

const topic = (name: string, questions: number): ReadTopic => ({ topic: name, questions, topicLine: 1, questionsLine: 2 })
const question = (key: string, ...tags: string[]) => ({ key, tags })
const mistakes = (blueprint: ReadTopic[], questions: { key: string; tags: string[] }[]) => {
  const found: [number, string][] = []
  checkBlueprint(blueprint, questions, (line, code) => found.push([line, code]))
  return found
}

describe('a blueprint', () => {
  it('draws the given number of questions per topic, each question once, and different ones each time', () => {
    const pool = Array.from({ length: 40 }, (_, n) => question(String(n), n < 20 ? 'vallen' : n < 30 ? 'brand' : 'anders', 'extra'))
    const settings = { questions_per_attempt: 8, blueprint: [topic('vallen', 5), topic('brand', 3)] }
    const draws = Array.from({ length: 30 }, () => drawFrom(pool, settings))
    for (const drawn of draws) {
      expect(new Set(drawn).size).toBe(8)
      expect(drawn.filter(({ tags }) => tags.includes('vallen'))).toHaveLength(5)
      expect(drawn.filter(({ tags }) => tags.includes('brand'))).toHaveLength(3)
    }
    expect(new Set(draws.map((drawn) => drawn.map(({ key }) => key).join())).size).toBeGreaterThan(1)
    // Questions are not ordered by the blueprint's topics.
    expect(
      draws.some(
        (drawn) => drawn.findIndex(({ tags }) => tags.includes('brand')) < drawn.findLastIndex(({ tags }) => tags.includes('vallen')),
      ),
    ).toBe(true)
  })

  it('is invalid with too few questions of a topic, or a question that has two of its topics', () => {
    expect(mistakes([topic('a', 2), topic('b', 1)], [question('1', 'a'), question('2', 'a'), question('3', 'b')])).toEqual([])
    expect(mistakes([topic('a', 2)], [question('1', 'a')])).toEqual([[2, 'topic_too_few']])
    expect(mistakes([topic('a', 1), topic('b', 1)], [question('1', 'a', 'b'), question('2', 'a'), question('3', 'b')])).toEqual([
      [1, 'topic_overlaps'],
      [1, 'topic_overlaps'],
    ])
  })
})
