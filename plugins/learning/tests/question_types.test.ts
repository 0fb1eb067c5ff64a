import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { type AnswerText, QUESTION_TYPES, type QuestionTypeName, type TypedQuestion, questionType } from '../question_types/index.js'
import { parseNumber } from '../question_types/typed.js'
import { MistakeList, parseYamlFile } from '../server/course_import/source_file.js'
import { Fields } from '../server/course_import/yaml_fields.js'
import { matches } from '../question_types/short_text.js'

/** Like server/services/answer_keys.ts, but without the app's secret. */
const namedIn = (attempt: number) => (key: string) => createHash('sha256').update(`${attempt} ${key}`).digest('hex').slice(0, 12)
const name = namedIn(7)
const text = (nl: string, en = nl) => ({ nl, en })
const answer = (key: string, correct = false, words = key.toUpperCase()) => ({ key, correct, text: text(words) })
const of = (answers: TypedQuestion['answers'], content: TypedQuestion['content'] = {}): TypedQuestion => ({ answers, content })
const rule = (run: () => unknown): string => {
  try {
    run()
  } catch (error) {
    return (error as { details: { errors: { rule: string }[] } }).details.errors[0]!.rule
  }
  return 'taken'
}
const area = (key: string, x: number, y: number, correct = false) => ({ ...answer(key, correct), area: { x, y, width: 20, height: 20 } })

/** A valid question of each type. */
const samples: Record<QuestionTypeName, TypedQuestion> = {
  single: of([answer('a', true), answer('b'), answer('c')]),
  multiple: of([answer('a', true), answer('b', true), answer('c')]),
  true_false: of([answer('true', true), answer('false')]),
  order: of([answer('a'), answer('b'), answer('c')]),
  match: of([answer('a'), answer('b')], {
    options: [
      { key: 'a', text: text('Een', 'One') },
      { key: 'b', text: text('Twee', 'Two') },
      { key: 'x', text: text('Drie', 'Three') },
    ],
  }),
  hotspot: of([area('a', 10, 60, true), area('b', 50, 10), area('c', 10, 10)]),
  short_text: of([], { accepted: { nl: ['harnas', '*gordel'], en: ['harness'] } }),
  number: of([], { ranges: [{ value: 2.5, tolerance: 0.1 }], unit: text('meter', 'metres') }),
}

describe.each(QUESTION_TYPES)('every type: %s', (typeName) => {
  const type = questionType(typeName)
  const question = samples[typeName]
  const dealt = type.deal(question)

  it('finds no mistakes in its sample, and some in an empty question', () => {
    expect(type.problems(question)).toEqual([])
    expect(type.problems(of([])).length).toBeGreaterThan(0)
  })

  it('accepts its own example as right and complete, and shows it as given', () => {
    const example = type.example(question, 'nl')
    const shown = type.shown(example, name)
    expect(type.read(shown, dealt, name)).toEqual(example)
    expect(type.isRight(question, example, 'nl')).toBe(true)
    expect(type.isComplete(example, dealt)).toBe(true)
    expect(type.words(question, example)).toHaveLength(example.length)
  })

  it('reveals neither the right answer nor the author’s keys to a browser', () => {
    const asked = JSON.stringify(type.asked(question, dealt, name, 'nl'))
    expect(asked).not.toMatch(/correct|accepted|tolerance|"key":"(a|b|c|x|true|false)"/)
    expect(asked).not.toContain('harnas')
  })

  it('refuses an empty answer, and one of another attempt', () => {
    expect(rule(() => type.read([], dealt, name))).toBe('required')
    if (['short_text', 'number'].includes(typeName)) return
    const foreign = type.shown(type.example(question, 'nl'), namedIn(8))
    expect(rule(() => type.read(foreign, dealt, name))).toBe('unknown_answer')
    expect(rule(() => type.read(['constructor', '__proto__', '='], dealt, name))).toBe('unknown_answer')
  })

  it('is written to and read from a course folder without loss', () => {
    const mistakes = new MistakeList()
    const parsed = parseYamlFile('toets.yaml', stringify(type.toYaml(question, 'nl')), mistakes)!
    const parts = type.readYaml(new Fields(parsed.file, parsed.root, type.yamlKeys), 'nl')
    expect(mistakes.items).toEqual([])
    expect(parts.complete).toBe(true)
    const inOne = (list: { text: Record<string, string> }[]) => list.map((one) => ({ ...one, text: one.text.nl }))
    const unlined = (list: AnswerText[]) => list.map(({ line: _, ...one }) => one)
    expect(unlined(parts.answers)).toEqual(inOne(question.answers))
    const { options = [], accepted, unit, ...content } = question.content
    expect(unlined(parts.options).map(({ correct: _, ...option }) => option)).toEqual(inOne(options))
    expect(parts.content).toEqual({
      ...content,
      ...(accepted && { accepted: { nl: accepted.nl } }),
      ...(unit && { unit: { nl: unit.nl } }),
    })
  })
})

describe('choices', () => {
  it('are right only when exactly the right answers are chosen', () => {
    const { multiple, single } = { multiple: questionType('multiple'), single: questionType('single') }
    expect(multiple.isRight(samples.multiple, ['b', 'a'], null)).toBe(true)
    expect(multiple.isRight(samples.multiple, ['a'], null)).toBe(false)
    expect(single.isRight(samples.single, ['a', 'b'], null)).toBe(false)
    expect(single.isRight(samples.single, [], null)).toBe(false)
  })

  it('allow one choice when one answer is right', () => {
    const single = questionType('single')
    expect(rule(() => single.read([name('a'), name('b')], ['a', 'b', 'c'], name))).toBe('one_answer')
  })
})

describe('order', () => {
  const type = questionType('order')
  it('is never drawn in the right order, and is right only in exactly that order', () => {
    for (let i = 0; i < 60; i++) expect(type.deal(samples.order)).not.toEqual(['a', 'b', 'c'])
    expect(type.isRight(samples.order, ['a', 'c', 'b'], null)).toBe(false)
    expect(type.isRight(samples.order, ['a', 'b'], null)).toBe(false)
  })
  it('lets equal texts be swapped', () => {
    const twice = of([answer('a', false, 'Stop'), answer('b', false, 'Kijk'), answer('c', false, 'Stop')])
    expect(type.isRight(twice, ['c', 'b', 'a'], 'nl')).toBe(true)
    expect(type.isRight(twice, ['b', 'a', 'c'], 'nl')).toBe(false)
  })
  it('requires every item once', () => {
    const dealt = ['a', 'b', 'c']
    expect(rule(() => type.read(['a', 'b'].map(name), dealt, name))).toBe('all_items')
    expect(rule(() => type.read(['a', 'b', 'c', 'a'].map(name), dealt, name))).toBe('all_items')
  })
})

describe('match', () => {
  const type = questionType('match')
  const dealt = type.deal(samples.match)
  const pair = (item: string, option: string) => `${name(`item:${item}`)}=${name(`option:${option}`)}`
  it('accepts some of the pairs, which is not a complete answer yet', () => {
    const part = type.read([pair('a', 'x')], dealt, name)
    expect(part).toEqual(['a=x'])
    expect(type.isComplete(part, dealt)).toBe(false)
    expect(type.isRight(samples.match, ['a=a'], null)).toBe(false)
  })
  it('allows each option and each item once, and does not accept one in place of the other', () => {
    expect(rule(() => type.read([pair('a', 'a'), pair('b', 'a')], dealt, name))).toBe('option_twice')
    expect(rule(() => type.read([pair('a', 'a'), pair('a', 'b')], dealt, name))).toBe('item_twice')
    expect(rule(() => type.read([pair('a', 'a').split('=').reverse().join('=')], dealt, name))).toBe('unknown_answer')
    expect(rule(() => type.read([`${pair('a', 'a')}=${name('option:b')}`], dealt, name))).toBe('unknown_answer')
  })
  it('lets options with the same text be swapped', () => {
    const same = of(samples.match.answers, {
      options: [
        { key: 'a', text: text('Groen') },
        { key: 'b', text: text('Groen') },
        { key: 'x', text: text('Rood') },
      ],
    })
    expect(type.isRight(same, ['a=b', 'b=a'], 'nl')).toBe(true)
    expect(type.isRight(same, ['a=b', 'b=x'], 'nl')).toBe(false)
  })
  it('is exported as text', () => {
    expect(type.words(samples.match, ['a=x'])).toEqual([{ nl: 'A → Drie', en: 'A → Three' }])
  })
})

describe('hotspot', () => {
  it('numbers its areas in reading order, and says whether several are right', () => {
    const type = questionType('hotspot')
    expect(type.deal(samples.hotspot)).toEqual(['c', 'b', 'a'])
    expect(type.asked(samples.hotspot, ['c', 'b', 'a'], name, 'nl')).toMatchObject({
      several: false,
      answers: [{ area: { x: 10, y: 10 } }, {}, {}],
    })
    const outside = of([area('a', 90, 10, true), area('b', 1, 1)])
    expect(type.problems(outside).map(({ code }) => code)).toEqual(['area_outside'])
  })
})

describe('short text', () => {
  const type = questionType('short_text')
  const taken = (typed: string, question = samples.short_text) => type.isRight(question, type.read([typed], [], name), 'nl')
  it('ignores case, diacritics, white space and direction marks', () => {
    for (const typed of [
      'harnas',
      ' HARNAS ',
      'hárnas',
      '\u202eharnas\u202c',
      'ha\u0000rnas'.replace('\0', ''),
      'veiligheidsgordel',
      'Veiligheids \t gordel',
    ]) {
      expect(taken(typed), JSON.stringify(typed)).toBe(true)
    }
    expect(taken('harnasje')).toBe(false)
    expect(type.isRight(samples.short_text, ['harness'], 'en')).toBe(true)
    expect(type.isRight(samples.short_text, ['harness'], 'nl')).toBe(false)
  })
  it('respects case if the author requires it', () => {
    const strict = of([], { accepted: { nl: ['pH'] }, case_sensitive: true })
    expect(taken('pH', strict)).toBe(true)
    expect(taken('PH', strict)).toBe(false)
  })
  it('refuses an empty, a too long and a second answer', () => {
    expect(rule(() => type.read(['\u200f \u202e\t'], [], name))).toBe('required')
    expect(rule(() => type.read(['a'.repeat(201)], [], name))).toBe('too_long')
    expect(rule(() => type.read(['a', 'b'], [], name))).toBe('one_answer')
  })
  it('matches anything for a star, in linear time', () => {
    expect(matches('a*b*c', 'a--b--c')).toBe(true)
    expect(matches('a*b*c', 'a--c--b')).toBe(false)
    expect(matches('ab*ba', 'aba')).toBe(false)
    expect(matches('2\\*3', '2*3')).toBe(true)
    expect(matches('2\\*3', '2x3')).toBe(false)
    const before = process.cpuUsage()
    expect(matches('*a'.repeat(90) + 'b', 'a'.repeat(200))).toBe(false)
    // Microseconds of CPU time; backtracking over every possibility would take years.
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000)
    // A full-width star, and one with an accent, are treated as a star.
    for (const text of ['**', '＊', '*\u0301', '\u0301'])
      expect(type.problems(of([], { accepted: { nl: [text] } })).map(({ code }) => code)).toEqual(['accepted_anything'])
    expect(type.problems(of([], { accepted: { nl: ['＊'] }, case_sensitive: true })).map(({ code }) => code)).toEqual(['accepted_anything'])
    expect(type.problems(of([], { accepted: { nl: ['\\*'] } }))).toEqual([])
  })
})

describe('number', () => {
  const type = questionType('number')
  it('reads a comma and a point, and refuses an ambiguous or invalid number', () => {
    const read = (typed: string) => parseNumber(typed)
    expect([read('2,5'), read('2.5'), read(' −2,50 '), read('+3'), read(',5'), read('0,125'), read('1234.567')]).toEqual([
      2.5, 2.5, -2.5, 3, 0.5, 0.125, 1234.567,
    ])
    for (const typed of ['1.000', '1,000', '12,500', '1.234,5', '1.000.000', '1 000', "1'000"])
      expect(read(typed), typed).toBe('number_ambiguous')
    for (const typed of ['NaN', 'Infinity', '1e999', '1e3', '0x10', '--1', '2,5 m', 'twee', '1.', '9'.repeat(400), '٣']) {
      expect(read(typed), typed).toBe('number_invalid')
    }
  })
  it('is right exactly up to the tolerance', () => {
    expect(type.isRight(samples.number, ['2,6'], null)).toBe(true)
    expect(type.isRight(samples.number, ['2,4'], null)).toBe(true)
    expect(type.isRight(samples.number, ['2,61'], null)).toBe(false)
    const several = of([], {
      ranges: [
        { value: 1, tolerance: 0 },
        { value: 10, tolerance: 2 },
      ],
    })
    expect(['1', '8', '12', '2'].map((typed) => type.isRight(several, [typed], null))).toEqual([true, true, true, false])
  })
  it('keeps what was typed and shows it with its unit', () => {
    expect(type.read([' 2,50 '], [], name)).toEqual(['2,50'])
    expect(type.words(samples.number, ['2,50'])).toEqual([text('2,50 meter', '2,50 metres')])
    expect(type.right(samples.number, name, 'nl')).toEqual(['2,4 – 2,6'])
    expect(rule(() => type.read(['1e999'], [], name))).toBe('number_invalid')
    expect(rule(() => type.read(['1.000'], [], name))).toBe('number_ambiguous')
  })
  it('writes an example that it can read, for any value', () => {
    for (const value of [0, 1.125, -3.125, 1e-7, 123456.789, 1000]) {
      const question = of([], { ranges: [{ value, tolerance: 0 }] })
      expect(type.isRight(question, type.read(type.example(question, 'nl'), [], name), 'nl'), String(value)).toBe(true)
    }
  })
})
