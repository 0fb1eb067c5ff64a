import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { SMALL_COURSE, asked, areas, edit, found, makeCourse, readGood } from './small_course.js'

const COURSES = fileURLToPath(new URL('../courses', import.meta.url))

describe('the shipped courses', () => {
  const CHOICES = ['multiple', 'single', 'true_false']
  const ALL = ['hotspot', 'match', 'multiple', 'number', 'order', 'short_text', 'single', 'true_false']
  it.each([
    ['werken-op-hoogte', ALL],
    ['tillen-en-dragen', CHOICES],
    ['offshore-introductie', ALL],
  ])('%s', async (name, types) => {
    const course = await readGood(path.join(COURSES, name))
    expect(course.shortname).toBe(name)
    expect(course.languages).toEqual(['nl', 'en'])
    const activities = course.modules.flatMap((one) => one.activities)
    const pages = activities.filter((one) => one.type === 'richtext')
    const quizzes = activities.filter((one) => one.type === 'quiz')
    const questions = quizzes.flatMap((one) => one.questions)
    expect(pages.length).toBeGreaterThanOrEqual(8)
    expect(questions.length).toBeGreaterThanOrEqual(30)
    expect([...new Set(questions.map((one) => one.type))].sort()).toEqual(types)
    expect(activities.at(-1)?.type).toBe('evaluation')
    for (const language of course.languages) {
      for (const page of pages) {
        const words = (page.body[language] ?? '').split(/\s+/).length
        expect(words, `${page.key} ${language}`).toBeGreaterThanOrEqual(150)
        expect(words, `${page.key} ${language}`).toBeLessThanOrEqual(350)
      }
      for (const question of questions) {
        expect(question.text[language], question.key).toBeTruthy()
        expect(question.feedbackCorrect[language], question.key).toBeTruthy()
        expect(question.feedbackIncorrect[language], question.key).toBeTruthy()
      }
    }
  })
})

describe('readCourseFolder', () => {
  it('reads settings, defaults and texts per language', async () => {
    const course = await readGood(await makeCourse())
    expect(course).toMatchObject({
      price: 10,
      certificateValidMonths: null,
      isConsumerCourse: false,
      primaryColor: '#aabbcc',
      secondaryColor: null,
      reminderDays: { notOpened: 7, notDone: 14, beforeExpiry: 5 },
      name: { nl: 'Demo nl', en: 'Demo en' },
      description: { nl: 'About.', en: 'About.' },
    })
    const [page, quiz, evaluation] = course.modules[0]?.activities ?? []
    expect(page).toMatchObject({ type: 'richtext', body: { nl: '## Kop\n\nWind < 6 is goed.' } })
    expect(quiz).toMatchObject({
      type: 'quiz',
      questionsPerAttempt: 2,
      maxAttempts: 3,
      daysUntilNewAttempts: 0,
      countsForProgress: true,
      practice: false,
      lesson: null,
      requires: [{ activity: 'uitleg', condition: 'opened' }],
      title: { nl: 'Toets nl', en: 'Toets en' },
    })
    expect(quiz).not.toHaveProperty('questionsPerAttemptLine')
    expect(evaluation).toMatchObject({
      questions: [{ mandatory: true, answers: [] }, { type: 'choice' }, { mandatory: false }],
    })
  })

  it('gives an equal hash for equal content and a different one after a change', async () => {
    const first = await readGood(await makeCourse())
    const spaced = await readGood(await makeCourse(edit('course.md', 'price: 10\n', 'price:   10 # euros\n')))
    const notes = await readGood(await makeCourse(edit('course.md', 'Notes.', 'Other notes.')))
    const changed = await readGood(await makeCourse(edit('en/toets.yaml', 'text: Dat', 'text: That')))
    expect(first.contentHash).toMatch(/^[0-9a-f]{64}$/)
    expect(spaced.contentHash).toBe(first.contentHash)
    expect(notes.contentHash).toBe(first.contentHash)
    expect(changed.contentHash).not.toBe(first.contentHash)
  })

  it('reads files with Windows line ends and a byte order mark', async () => {
    const text = '\ufeff' + (SMALL_COURSE['nl/uitleg.md'] ?? '').replaceAll('\n', '\r\n')
    expect((await readGood(await makeCourse({ 'nl/uitleg.md': text }))).contentHash).toBe((await readGood(await makeCourse())).contentHash)
  })

  it('collects all mistakes at once, sorted by file and line', async () => {
    const course = (SMALL_COURSE['course.md'] ?? '').replace('price: 10', 'price: 9.5')
    const dir = await makeCourse({
      'course.md': course.replace('passed_grade: 70', 'passed_grade: 170'),
      'nl/uitleg.md': '---\ntitle: Uitleg\n---\n',
      'en/evaluatie.yaml': null,
    })
    expect(await found(dir)).toEqual([
      'course.md:7 number_not_whole',
      'course.md:10 number_out_of_range',
      'en/evaluatie.yaml:1 file_missing',
      'nl/uitleg.md:4 body_empty',
    ])
  })
})

describe('a question of each type', () => {
  it('is read with the content of its type', async () => {
    const read = async (changes: Record<string, string>) => {
      const course = await readGood(await makeCourse(changes))
      const quiz = course.modules[0]!.activities.find((one) => one.type === 'quiz')!
      return quiz.questions[2]!
    }
    expect(await read(asked('order', 'items: [{key: a, text: Een}, {key: b, text: Twee}]', 'tags: [rook, vuur]'))).toMatchObject({
      type: 'order',
      answers: [{ key: 'a', text: { nl: 'Een', en: 'Een' } }, { key: 'b' }],
      tags: ['rook', 'vuur'],
      picture: null,
    })
    expect(
      await read(
        asked('match', 'pairs: [{key: a, text: A, match: Een}, {key: b, text: B, match: Twee}]', 'distractors: [{key: x, text: Drie}]'),
      ),
    ).toMatchObject({ content: { options: [{ key: 'a', text: { nl: 'Een' } }, { key: 'b' }, { key: 'x', text: { en: 'Drie' } }] } })
    const spots = await read(
      areas(
        'key: a, text: Links, x: 1.5, y: 2, width: 30, height: 40, correct: true',
        'key: b, text: R, x: 60, y: 60, width: 40, height: 40',
      ),
    )
    expect(spots).toMatchObject({ picture: 'pictures/a.svg', pictureAlt: { nl: 'Een tekening' } })
    expect(spots.answers[0]).toEqual({
      key: 'a',
      text: { nl: 'Links', en: 'Links' },
      correct: true,
      area: { x: 1.5, y: 2, width: 30, height: 40 },
    })
    const words = asked('short_text', 'accepted: [harnas, "*gordel"]', 'case_sensitive: true')
    words['en/toets.yaml'] = words['en/toets.yaml']!.replace('[harnas, "*gordel"]', '[harness]')
    expect((await read(words)).content).toEqual({ accepted: { nl: ['harnas', '*gordel'], en: ['harness'] }, case_sensitive: true })
    expect((await read(asked('number', 'accepted: [{value: -2.5, tolerance: 0.1}, {value: 3}]', 'unit: m'))).content).toEqual({
      ranges: [
        { value: -2.5, tolerance: 0.1 },
        { value: 3, tolerance: 0 },
      ],
      unit: { nl: 'm', en: 'm' },
    })
  })
})
