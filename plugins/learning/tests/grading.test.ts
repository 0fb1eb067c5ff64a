import { describe, expect, it } from 'vitest'
import type { Activity } from '../server/services/activity.js'
import { courseGrade, explainedGrade, gradeParts } from '../server/services/course_grade.js'
import { shuffled } from '../server/services/shuffle.js'
import { isPhoneOrTablet } from '../server/services/device.js'
import { attemptsLeft, gradeOf } from '../server/services/grading.js'

describe('grading', () => {
  it('grades in whole per cent, one point per question', () => {
    expect(gradeOf([true, true, false])).toBe(67)
    expect(gradeOf([])).toBe(0)
  })
})

describe('the grade of a course', () => {
  const activity = (id: number, type: Activity['type'], settings: object = {}): Activity => ({
    id,
    versionId: 1,
    moduleId: 1,
    key: `step-${id}`,
    type,
    position: id,
    title: {},
    body: {},
    minutes: 5,
    settings: settings as Activity['settings'],
  })
  const course = [
    activity(1, 'richtext'),
    activity(2, 'quiz', { counts_for_progress: true, practice: true }),
    activity(3, 'quiz', { counts_for_progress: true }),
    activity(4, 'quiz', { counts_for_progress: false }),
    activity(5, 'external'),
    activity(6, 'quiz', { counts_for_progress: true }),
  ]
  const graded = (grades: Record<number, number>) => Object.entries(grades).map(([id, grade]) => ({ activityId: Number(id), grade }))
  const partsOf = (grades: Record<number, number>) => gradeParts(course, graded(grades)).map(({ activity: { id }, grade }) => [id, grade])

  it('is the mean of the counting parts; practice quizzes never count, whatever the course says', () => {
    expect(partsOf({ 2: 75, 3: 100, 4: 10 })).toEqual([
      [3, 100],
      [6, null],
    ])
    expect(courseGrade(gradeParts(course, graded({ 2: 75, 3: 100, 4: 10 })))).toBe(100)
    expect(courseGrade(gradeParts(course, graded({ 3: 80, 5: 71, 6: 90 }))), 'what was done elsewhere with a grade too').toBe(80)
    expect(courseGrade(gradeParts(course, graded({ 2: 75 })))).toBeNull()
  })

  it('is explained when it has several parts, and not when it came about in another way', () => {
    const parts = gradeParts(course, graded({ 3: 80, 6: 90 }))
    expect(explainedGrade(85, parts)).toEqual(parts)
    expect(explainedGrade(60, parts), 'finished by hand').toBeNull()
    expect(explainedGrade(80, parts.slice(0, 1)), 'one part').toBeNull()
    expect(explainedGrade(null, gradeParts(course, []))).toBeNull()
  })
})

describe('attempts left', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const three = { max_attempts: 3, days_until_new_attempts: 0 }

  it('counts down to zero and stays there', () => {
    expect(attemptsLeft(three, 0, null, now).left).toBe(3)
    expect(attemptsLeft(three, 2, daysAgo(0), now).left).toBe(1)
    expect(attemptsLeft(three, 3, daysAgo(400), now)).toEqual({ left: 0, availableFrom: null })
  })

  it('gives a new set after the configured days, and shows the date before that', () => {
    const weekly = { ...three, days_until_new_attempts: 7 }
    expect(attemptsLeft(weekly, 3, daysAgo(3), now)).toEqual({ left: 0, availableFrom: daysAgo(-4) })
    expect(attemptsLeft(weekly, 3, daysAgo(8), now)).toEqual({ left: 3, availableFrom: null })
    expect(attemptsLeft(weekly, 4, daysAgo(1), now).left).toBe(2)
  })

  it('never ends when attempts are unlimited', () => {
    expect(attemptsLeft({ max_attempts: null, days_until_new_attempts: 0 }, 99, now, now).left).toBeNull()
  })
})

describe('the device', () => {
  it('distinguishes phones and tablets from computers', () => {
    const phone = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/156.0.0.0 Mobile Safari/537.36'
    const tablet = 'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1'
    const laptop = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36'
    expect(isPhoneOrTablet({ 'user-agent': phone })).toBe(true)
    expect(isPhoneOrTablet({ 'user-agent': tablet })).toBe(true)
    expect(isPhoneOrTablet({ 'user-agent': laptop })).toBe(false)
    expect(isPhoneOrTablet({ 'user-agent': laptop, 'sec-ch-ua-mobile': '?1' })).toBe(true)
  })
})

describe('shuffling', () => {
  it('keeps every item and gives each one a fair chance of coming first', () => {
    const first = new Map<number, number>()
    for (let i = 0; i < 3000; i++) {
      const mixed = shuffled([1, 2, 3])
      expect([...mixed].sort()).toEqual([1, 2, 3])
      first.set(mixed[0]!, (first.get(mixed[0]!) ?? 0) + 1)
    }
    for (const count of first.values()) expect(count).toBeGreaterThan(850)
  })
})
