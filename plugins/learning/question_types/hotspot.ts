import type { Fields } from '../server/course_import/yaml_fields.js'
import { askedAnswers, byKey, countProblems, isArea, keysOf, readAnswers, rightKeys, writtenAnswers } from './parts.js'
import type { Area, QuestionType } from './types.js'

const SIDES = ['x', 'y', 'width', 'height'] as const

function readArea(item: Fields): { area?: Area } {
  const [x, y, width, height] = SIDES.map((side) => item.number(side, side === 'x' || side === 'y' ? 0 : 1, 100))
  if (x == null || y == null || width == null || height == null) return {}
  const area = { x, y, width, height }
  if (!isArea(area)) item.file.report(item.startLine, 'area_outside', 'This area reaches out of the picture.')
  return { area }
}

/**
 * A picture with marked areas, of which one or several are correct. Each area has a name for people who cannot see it. Areas are numbered
 * in reading order: from the top, then from the left. The order reveals nothing about the correct areas, and the keys 1 to 9 choose them.
 */
export const hotspot: QuestionType = {
  ...byKey,
  name: 'hotspot',
  needsPicture: true,
  yamlKeys: ['areas'],
  problems(question) {
    const right = rightKeys(question).length
    return [
      ...countProblems(question.answers.length, 2, 'areas'),
      ...(right === 0 ? [{ code: 'answers_none_correct', message: 'No area is marked correct: true.' }] : []),
      ...(right > 0 && right === question.answers.length
        ? [{ code: 'answers_none_wrong', message: 'A hotspot question needs at least one wrong area.' }]
        : []),
      ...question.answers
        .filter(({ area }) => !area || !isArea(area))
        .map(({ key }) => ({ code: 'area_outside', message: `The area '${key}' does not lie within the picture.` })),
    ]
  },
  deal: ({ answers }) =>
    [...answers].sort((one, other) => one.area!.y - other.area!.y || one.area!.x - other.area!.x).map(({ key }) => key),
  asked: (question, dealt, name, language) => ({
    answers: askedAnswers(question, dealt, name, language),
    options: [],
    unit: '',
    several: rightKeys(question).length > 1,
  }),
  // Several areas where one is correct: a wrong answer, not an invalid request.
  read: keysOf,
  readYaml: (fields) => ({
    ...readAnswers(fields, { list: 'areas', also: ['correct', ...SIDES], each: readArea }),
    options: [],
    content: {},
  }),
  toYaml: (question, language) => ({ areas: writtenAnswers(question, language) }),
}
