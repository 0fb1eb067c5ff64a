import { describe, expect, it } from 'vitest'
import { computeStates, progressOf } from '../server/services/locking.js'

const activities = [
  { id: 1, position: 1, isReading: true },
  { id: 2, position: 2, isTest: true },
  { id: 3, position: 3 },
]

describe('locking', () => {
  it('opens the first step and locks the others, each naming the step before it', () => {
    expect(computeStates(activities, [], [])).toEqual([
      { activityId: 1, status: 'not_started', lockedBy: null },
      { activityId: 2, status: 'locked', lockedBy: { activityId: 1, condition: 'completed' } },
      { activityId: 3, status: 'locked', lockedBy: { activityId: 2, condition: 'passed' } },
    ])
  })

  it('opens the next step when one is finished, not when it is only begun', () => {
    const doing = computeStates(activities, [], [{ activityId: 1, status: 'doing' }])
    expect(doing.map(({ status }) => status)).toEqual(['doing', 'locked', 'locked'])
    const done = computeStates(activities, [], [{ activityId: 1, status: 'finished' }])
    expect(done.map(({ status }) => status)).toEqual(['finished', 'not_started', 'locked'])
  })

  it('keeps the steps after a failed quiz locked', () => {
    const states = computeStates(
      activities,
      [],
      [
        { activityId: 1, status: 'finished' },
        { activityId: 2, status: 'failed' },
      ],
    )
    expect(states.map(({ status }) => status)).toEqual(['finished', 'failed', 'locked'])
  })

  it('is not locked by a quiz that does not count', () => {
    const practice = activities.map((activity) => ({ ...activity, counts: !('isTest' in activity) }))
    const states = computeStates(
      practice,
      [],
      [
        { activityId: 1, status: 'finished' },
        { activityId: 2, status: 'failed' },
      ],
    )
    expect(states.map(({ status }) => status)).toEqual(['finished', 'failed', 'not_started'])
  })

  it('opens only texts past a quiz, if the course allows it', () => {
    const types = ['richtext', 'quiz', 'richtext', 'richtext', 'quiz', 'evaluation'] as const
    const path = types.map((type, index) => ({
      id: index + 1,
      position: index + 1,
      isReading: type === 'richtext',
      isTest: type === 'quiz',
    }))
    const readFirst = [{ activityId: 1, status: 'finished' as const }]
    const past = computeStates(path, [], readFirst, { readPastQuizzes: true })
    expect(past.map(({ status }) => status)).toEqual(['finished', 'not_started', 'not_started', 'locked', 'locked', 'locked'])
    // Texts stay locked by earlier texts; a quiz stays locked by the quiz before it.
    expect(past[3]!.lockedBy).toEqual({ activityId: 3, condition: 'completed' })
    const readAll = [1, 3, 4].map((activityId) => ({ activityId, status: 'finished' as const }))
    const read = computeStates(path, [], readAll, { readPastQuizzes: true })
    expect(read.map(({ status }) => status)).toEqual(['finished', 'not_started', 'finished', 'finished', 'locked', 'locked'])
    expect(read[4]!.lockedBy).toEqual({ activityId: 2, condition: 'passed' })
    // A restriction still applies.
    const rule = { activityId: 3, requiresActivityId: 2, condition: 'passed' as const }
    expect(computeStates(path, [rule], readFirst, { readPastQuizzes: true })[2]!.lockedBy).toEqual({ activityId: 2, condition: 'passed' })
    expect(computeStates(path, [], readFirst)[2]!.lockedBy).toEqual({ activityId: 2, condition: 'passed' })
  })

  it('enforces restrictions', () => {
    const rule = { activityId: 3, requiresActivityId: 1, condition: 'opened' as const }
    const only = [activities[0]!, activities[2]!]
    expect(computeStates(only, [rule], [])[1]!.lockedBy).toEqual({ activityId: 1, condition: 'completed' })
    expect(computeStates([activities[2]!], [rule], [])[0]!.lockedBy).toEqual({ activityId: 1, condition: 'opened' })
    expect(computeStates([activities[2]!], [rule], [{ activityId: 1, status: 'doing' }])[0]!.lockedBy).toBeNull()
  })

  it('rounds progress down, so that 100 means all', () => {
    expect(progressOf([1, 2, 3], [])).toBe(0)
    expect(
      progressOf(
        [1, 2, 3],
        [
          { activityId: 1, status: 'finished' },
          { activityId: 2, status: 'doing' },
        ],
      ),
    ).toBe(33)
    expect(
      progressOf(
        [1, 2, 3],
        [1, 2, 3].map((activityId) => ({ activityId, status: 'finished' as const })),
      ),
    ).toBe(100)
    expect(progressOf([], [])).toBe(0)
  })
})
