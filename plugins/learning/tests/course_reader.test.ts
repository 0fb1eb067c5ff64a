import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { readCourseFolder, type CourseSource } from '../server/course_import/course_reader.js'

const COURSES = fileURLToPath(new URL('../courses', import.meta.url))

/** The smallest course with every kind of activity. The tests below depend on its line numbers. */
const SMALL_COURSE: Record<string, string> = {
  'course.md': `---
shortname: demo
sector: industry
type: e-learning
status: available
duration_minutes: 30
price: 10
access_days: 30
reminder_days: {not_opened: 7, not_done: 14, before_expiry: 5}
passed_grade: 70
primary_color: "#AABBCC"
languages: [nl, en]
modules:
  - key: start
    activities:
      - {key: uitleg, type: richtext, minutes: 5}
      - key: toets
        type: quiz
        minutes: 5
        questions_per_attempt: 2
        pass_percentage: 70
        max_attempts: 3
        requires: [{activity: uitleg, condition: opened}]
      - {key: evaluatie, type: evaluation, minutes: 2}
---
Notes.
`,
}
for (const language of ['nl', 'en']) {
  SMALL_COURSE[`${language}/course.md`] = `---\nname: Demo ${language}\nmodules:\n  start: Start\n---\nAbout.\n`
  SMALL_COURSE[`${language}/uitleg.md`] = '---\ntitle: Uitleg\n---\n\n## Kop\n\nWind < 6 is goed.\n'
  SMALL_COURSE[`${language}/toets.yaml`] = `title: Toets ${language}
intro: Begin.
questions:
  - key: een
    type: single
    text: Wat klopt?
    answers:
      - {key: a, text: Dit, correct: true}
      - {key: b, text: Dat}
    feedback_correct: Ja.
    feedback_incorrect: Nee.
  - key: twee
    type: multiple
    text: Wat klopt allemaal?
    answers:
      - {key: a, text: Dit, correct: true}
      - {key: b, text: Dat}
  - key: drie
    type: true_false
    text: Klopt dit?
    answers:
      - {key: a, text: Waar}
      - {key: b, text: Niet waar, correct: true}
`
  SMALL_COURSE[`${language}/evaluatie.yaml`] = `title: Evaluatie
questions:
  - {key: nut, type: scale, text: Hoe nuttig?}
  - key: lengte
    type: choice
    text: Hoe lang?
    answers:
      - {key: kort, text: Te kort}
      - {key: goed, text: Goed}
  - {key: open, type: open, text: Wat nog?, mandatory: false}
`
}

const temporary: string[] = []
afterAll(async () => {
  for (const dir of temporary) await rm(dir, { recursive: true, force: true })
})

/** Writes the small course with some files changed (or removed, if null) and returns its folder. */
async function makeCourse(changes: Record<string, string | Buffer | null> = {}): Promise<string> {
  const parent = await mkdtemp(path.join(tmpdir(), 'course-'))
  temporary.push(parent)
  const dir = path.join(parent, 'demo')
  await mkdir(dir)
  for (const [name, content] of Object.entries({ ...SMALL_COURSE, ...changes })) {
    if (content === null) continue
    await mkdir(path.dirname(path.join(dir, name)), { recursive: true })
    await writeFile(path.join(dir, name), content)
  }
  return dir
}

/** A file of the small course with one piece of text replaced. */
function edit(name: string, from: string, to: string): Record<string, string> {
  const original = SMALL_COURSE[name] ?? ''
  if (!original.includes(from)) throw new Error(`${name} does not contain: ${from}`)
  return { [name]: original.replace(from, to) }
}

async function found(dir: string): Promise<string[]> {
  const result = await readCourseFolder(dir)
  return 'course' in result ? [] : result.mistakes.map((one) => `${one.file}:${one.line} ${one.code}`)
}

async function readGood(dir: string): Promise<CourseSource> {
  const result = await readCourseFolder(dir)
  if ('mistakes' in result) throw new Error(JSON.stringify(result.mistakes, null, 2))
  return result.course
}

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

/** Replaces the third question of both languages. It begins on line 18; the fields of its type begin on line 21. */
const asked = (type: string, ...rest: string[]) => {
  const third = ['  - key: drie', `    type: ${type}`, '    text: Klopt dit?', ...rest.map((line) => `    ${line}`), ''].join('\n')
  return Object.fromEntries(
    ['nl', 'en'].map((language) => {
      const name = `${language}/toets.yaml`
      return [name, SMALL_COURSE[name]!.replace(/ {2}- key: drie[^]*$/, third)]
    }),
  )
}
const DRAWING = { 'pictures/a.svg': '<svg viewBox="0 0 10 10"/>' }
const PICTURE = ['picture: pictures/a.svg', 'picture_alt: Een tekening']
const areas = (...lines: string[]): Record<string, string> => ({
  ...asked('hotspot', ...PICTURE, 'areas:', ...lines.map((line) => `  - {${line}}`)),
  ...DRAWING,
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

/** [description, changed files, expected mistakes] */
type Case = [string, Record<string, string | Buffer | null>, string[]]

const structure = (from: string, to: string) => edit('course.md', from, to)
const quiz = (from: string, to: string) => {
  const nl = edit('nl/toets.yaml', from, to)
  return { ...nl, ...edit('en/toets.yaml', from, to) }
}
const both = (rest: string) => [`en/${rest}`, `nl/${rest}`]

const CASES: Case[] = [
  ['no front matter', { 'course.md': 'shortname: demo\n' }, ['course.md:1 front_matter_missing']],
  ['front matter not closed', { 'nl/uitleg.md': '---\ntitle: X\n' }, ['nl/uitleg.md:1 front_matter_missing']],
  ['YAML that is broken', { 'nl/toets.yaml': 'title: A\nintro: "B\n' }, ['nl/toets.yaml:3 yaml_invalid']],
  ['YAML without keys', { 'nl/toets.yaml': '- a\n' }, ['nl/toets.yaml:1 root_not_a_map']],
  ['a key given twice', edit('nl/toets.yaml', 'intro: Begin.', 'intro: A\nintro: B'), ['nl/toets.yaml:3 key_duplicate']],
  ['an unknown course key', structure('price: 10', 'price: 10\nprijs: 10'), ['course.md:8 key_unknown']],
  ['an unknown question key', edit('nl/toets.yaml', 'feedback_correct: Ja.', 'feedback: Ja.'), ['nl/toets.yaml:10 key_unknown']],
  [
    'an unknown answer key',
    edit('nl/toets.yaml', '{key: a, text: Waar}', '{key: a, text: Waar, corect: false}'),
    ['nl/toets.yaml:22 key_unknown'],
  ],
  ['a quiz key on a page', structure('type: richtext,', 'type: richtext, max_attempts: 3,'), ['course.md:16 key_unknown']],
  ['a title for no module', edit('nl/course.md', 'start: Start', 'start: Start\n  eind: Eind'), ['nl/course.md:5 key_unknown']],
  ['a module without title', edit('nl/course.md', 'start: Start', 'start:'), ['nl/course.md:4 key_missing']],
  ['a missing key', structure('price: 10\n', ''), ['course.md:2 key_missing']],
  ['a wrong type', edit('nl/toets.yaml', 'intro: Begin.', 'intro: [a]'), ['nl/toets.yaml:2 type_wrong']],
  ['an empty text', edit('nl/toets.yaml', 'title: Toets nl', 'title: " "'), ['nl/toets.yaml:1 text_empty']],
  [
    'a bad key',
    structure('key: start', 'key: Start One'),
    ['course.md:14 key_invalid', 'en/course.md:4 key_unknown', 'nl/course.md:4 key_unknown'],
  ],
  [
    'a reserved key',
    structure('{key: evaluatie,', '{key: course,'),
    ['course.md:24 key_reserved', ...both('evaluatie.yaml:1 file_unused')],
  ],
  ['a price with cents', structure('price: 10', 'price: 9.95'), ['course.md:7 number_not_whole']],
  ['a price in words', structure('price: 10', 'price: ten'), ['course.md:7 type_wrong']],
  ['a percentage above 100', structure('pass_percentage: 70', 'pass_percentage: 101'), ['course.md:21 number_out_of_range']],
  ['a grade below 0', structure('passed_grade: 70', 'passed_grade: -1'), ['course.md:10 number_out_of_range']],
  ['a reminder after expiry', structure('before_expiry: 5', 'before_expiry: 31'), ['course.md:9 number_out_of_range']],
  ['a word out of the list', structure('sector: industry', 'sector: building'), ['course.md:3 value_unknown']],
  ['attempts that are not a number', structure('max_attempts: 3', 'max_attempts: often'), ['course.md:22 type_wrong']],
  ['a bad colour', structure('"#AABBCC"', '"#ABC"'), ['course.md:11 color_invalid']],
  ['a colour read as comment', structure('"#AABBCC"', '#AABBCC'), ['course.md:11 color_invalid']],
  ['a bad language', structure('[nl, en]', '[nl, en, English]'), ['course.md:12 language_invalid']],
  ['a language twice', structure('[nl, en]', '[nl, en, en]'), ['course.md:12 key_duplicate']],
  ['another shortname', structure('shortname: demo', 'shortname: demos'), ['course.md:2 shortname_differs']],
  [
    'no activities',
    structure('modules:', 'modules: []\nx:'),
    [
      'course.md:13 list_empty',
      'course.md:14 key_unknown',
      'en/course.md:4 key_unknown',
      ...['evaluatie.yaml', 'toets.yaml', 'uitleg.md'].map((one) => `en/${one}:1 file_unused`),
      'nl/course.md:4 key_unknown',
      ...['evaluatie.yaml', 'toets.yaml', 'uitleg.md'].map((one) => `nl/${one}:1 file_unused`),
    ],
  ],
  [
    'the same activity twice',
    structure('{key: evaluatie, type: evaluation', '{key: uitleg, type: richtext'),
    ['course.md:24 key_duplicate', ...both('evaluatie.yaml:1 file_unused')],
  ],
  [
    'a quiz that is passed below the course’s grade',
    structure('pass_percentage: 70', 'pass_percentage: 60'),
    ['course.md:21 pass_percentage_too_low'],
  ],
  [
    'a blueprint with fewer questions of a topic than it asks for',
    structure('questions_per_attempt: 2', 'blueprint: [{topic: vallen, questions: 1}]'),
    ['course.md:20 topic_too_few'],
  ],
  [
    'a topic twice',
    structure('questions_per_attempt: 2', 'blueprint: [{topic: x, questions: 1}, {topic: x, questions: 1}]'),
    expect.arrayContaining(['course.md:20 topic_twice']) as never,
  ],
  ['more questions than there are', structure('questions_per_attempt: 2', 'questions_per_attempt: 4'), ['course.md:20 questions_too_few']],
  ['a restriction to nothing', structure('activity: uitleg', 'activity: weg'), ['course.md:23 requires_unknown']],
  ['a restriction to itself', structure('activity: uitleg', 'activity: toets'), ['course.md:23 requires_itself']],
  ['a restriction to a later one', structure('activity: uitleg', 'activity: evaluatie'), ['course.md:23 requires_later']],
  ['a page that must be passed', structure('condition: opened', 'condition: passed'), ['course.md:23 requires_not_passable']],
  ['a missing page', { 'en/uitleg.md': null }, ['en/uitleg.md:1 file_missing']],
  [
    'a missing language',
    Object.fromEntries(['course.md', 'uitleg.md', 'toets.yaml', 'evaluatie.yaml'].map((one) => [`en/${one}`, null])),
    ['course.md', 'evaluatie.yaml', 'toets.yaml', 'uitleg.md'].map((one) => `en/${one}:1 file_missing`),
  ],
  ['a file nobody uses', { 'nl/oud.md': 'x', 'de/course.md': 'x' }, ['de/course.md:1 file_unused', 'nl/oud.md:1 file_unused']],
  ['a file that is too large', { 'nl/uitleg.md': 'x'.repeat(600_000) }, ['nl/uitleg.md:1 file_too_large']],
  ['a file that is not UTF-8', { 'nl/uitleg.md': Buffer.from([0x2d, 0xff, 0xfe]) }, ['nl/uitleg.md:1 encoding_invalid']],
  ['an empty page', { 'nl/uitleg.md': '---\ntitle: X\n---\n\n' }, ['nl/uitleg.md:4 body_empty']],
  [
    'items of a choice',
    asked('single', 'items: [{key: a, text: A}]'),
    both('toets.yaml:18 key_missing').concat(both('toets.yaml:21 key_unknown')).sort(),
  ],
  ['one item to arrange', asked('order', 'items: [{key: a, text: A}]'), both('toets.yaml:21 answers_too_few')],
  [
    'too many items',
    asked('order', `items: [${Array.from({ length: 21 }, (_, index) => `{key: a${index}, text: A}`).join(', ')}]`),
    both('toets.yaml:21 answers_too_many'),
  ],
  [
    'a pair without its other half',
    asked('match', 'pairs: [{key: a, text: A}, {key: b, text: B, match: C}]'),
    both('toets.yaml:21 key_missing'),
  ],
  [
    'a distractor with the key of a pair',
    asked('match', 'pairs: [{key: a, text: A, match: D}, {key: b, text: B, match: C}]', 'distractors: [{key: a, text: E}]'),
    both('toets.yaml:22 key_duplicate'),
  ],
  [
    'areas on no picture',
    asked(
      'hotspot',
      'areas: [{key: a, text: A, x: 1, y: 1, width: 5, height: 5, correct: true}, {key: b, text: B, x: 1, y: 1, width: 5, height: 5}]',
    ),
    both('toets.yaml:18 picture_missing'),
  ],
  [
    'an area that reaches out',
    areas('key: a, text: A, x: 90, y: 1, width: 20, height: 5, correct: true', 'key: b, text: B, x: 1, y: 1, width: 5, height: 5'),
    both('toets.yaml:24 area_outside'),
  ],
  [
    'an area with a place that is none',
    areas('key: a, text: A, x: .nan, y: 1, width: 0, height: 5, correct: true', 'key: b, text: B, x: 1, y: 1, width: 5, height: 5'),
    ['en', 'nl'].flatMap((language) => [`${language}/toets.yaml:24 number_out_of_range`, `${language}/toets.yaml:24 type_wrong`]),
  ],
  [
    'an area that lies elsewhere in another language',
    {
      ...areas('key: a, text: A, x: 9, y: 1, width: 20, height: 5, correct: true', 'key: b, text: B, x: 1, y: 1, width: 5, height: 5'),
      'en/toets.yaml': areas(
        'key: a, text: A, x: 8, y: 1, width: 20, height: 5, correct: true',
        'key: b, text: B, x: 1, y: 1, width: 5, height: 5',
      )['en/toets.yaml']!,
    },
    ['en/toets.yaml:24 area_differs'],
  ],
  ['no text that is accepted', asked('short_text', 'accepted: []'), both('toets.yaml:21 list_empty')],
  ['a star that accepts anything', asked('short_text', 'accepted: ["*"]'), both('toets.yaml:21 accepted_anything')],
  ['a number that is accepted as text', asked('short_text', 'accepted: [12]'), both('toets.yaml:21 type_wrong')],
  ['a value that is none', asked('number', 'accepted: [{value: .inf}]'), both('toets.yaml:21 type_wrong')],
  ['a tolerance below zero', asked('number', 'accepted: [{value: 1, tolerance: -1}]'), both('toets.yaml:21 number_out_of_range')],
  [
    'another value in another language',
    { ...asked('number', 'accepted: [{value: 1}]'), 'en/toets.yaml': asked('number', 'accepted: [{value: 2}]')['en/toets.yaml']! },
    ['en/toets.yaml:18 accepted_differs'],
  ],
  ['words for no picture', asked('short_text', 'accepted: [a]', 'picture_alt: Een tekening'), both('toets.yaml:22 key_unknown')],
  [
    'a question’s picture without words',
    { ...asked('short_text', 'accepted: [a]', 'picture: pictures/a.svg'), ...DRAWING },
    both('toets.yaml:18 key_missing'),
  ],
  [
    'a time limit for practice',
    structure('max_attempts: 3', 'practice: true\n        time_limit_minutes: 10'),
    ['course.md:23 practice_contradicts'],
  ],
  ['a time limit of nothing', structure('max_attempts: 3', 'time_limit_minutes: 0'), ['course.md:22 number_out_of_range']],
  ['raw HTML', edit('nl/uitleg.md', 'Wind', '<b>Wind</b>'), ['nl/uitleg.md:7 markdown_html']],
  ['a link to another site without its scheme', edit('nl/uitleg.md', 'Wind', '[Wind](//evil.example)'), ['nl/uitleg.md:7 markdown_link']],
  ['the same in brackets', edit('nl/uitleg.md', 'Wind', '[Wind](</\\evil.example>)'), ['nl/uitleg.md:7 markdown_link']],
  ['a callout that is none', edit('nl/uitleg.md', 'Wind < 6 is goed.', ':::note\nx\n:::'), ['nl/uitleg.md:7 callout_unknown']],
  ['a callout without an end', edit('nl/uitleg.md', 'Wind < 6 is goed.', ':::danger\nx'), ['nl/uitleg.md:7 callout_open']],
  ['the end of no callout', edit('nl/uitleg.md', 'Wind < 6 is goed.', ':::'), ['nl/uitleg.md:7 callout_unknown']],
  ['a picture that is not there', edit('nl/uitleg.md', 'Wind', '![Wind](pictures/a.svg)'), ['pictures/a.svg:1 file_missing']],
  ['a picture of somewhere else', edit('nl/uitleg.md', 'Wind', '![Wind](../a.svg)'), ['nl/uitleg.md:7 picture_address']],
  [
    'a picture without words',
    { ...edit('nl/uitleg.md', 'Wind', '![](pictures/a.svg)'), 'pictures/a.svg': '<svg viewBox="0 0 1 1"/>' },
    ['nl/uitleg.md:7 picture_alt_missing'],
  ],
  [
    'a picture that is none',
    { ...edit('nl/uitleg.md', 'Wind', '![Wind](pictures/a.png)'), 'pictures/a.png': '<html>' },
    ['pictures/a.png:1 picture_unknown'],
  ],
  [
    'a drawing with a script',
    { ...edit('nl/uitleg.md', 'Wind', '![Wind](pictures/a.svg)'), 'pictures/a.svg': '<svg viewBox="0 0 1 1">\n<script/></svg>' },
    ['pictures/a.svg:2 picture_unsafe'],
  ],
  [
    'a course picture without words',
    { ...edit('course.md', 'languages:', 'picture: pictures/a.svg\nlanguages:'), 'pictures/a.svg': '<svg viewBox="0 0 1 1"/>' },
    ['en/course.md:2 key_missing', 'nl/course.md:2 key_missing'],
  ],
  [
    'a title that turns its direction',
    { 'nl/uitleg.md': '---\ntitle: "Les \u202e1"\n---\n\nWind\n' },
    ['nl/uitleg.md:2 text_hidden_characters'],
  ],
  ['a title of two lines', { 'nl/uitleg.md': '---\ntitle: "Les\\n1"\n---\n\nWind\n' }, ['nl/uitleg.md:2 text_hidden_characters']],
  [
    'no right answer',
    quiz(', correct: true}\n      - {key: b, text: Dat}\n    feedback', '}\n      - {key: b, text: Dat}\n    feedback'),
    both('toets.yaml:7 answers_none_correct'),
  ],
  [
    'two right answers for single',
    quiz('{key: b, text: Dat}', '{key: b, text: Dat, correct: true}'),
    both('toets.yaml:7 answers_many_correct'),
  ],
  ['one answer for single', quiz('      - {key: b, text: Dat}\n', ''), both('toets.yaml:7 answers_too_few')],
  [
    'no wrong answer for multiple',
    quiz('{key: b, text: Dat}\n  - key: drie', '{key: b, text: Dat, correct: true}\n  - key: drie'),
    both('toets.yaml:15 answers_none_wrong'),
  ],
  [
    'three answers for true_false',
    quiz('{key: a, text: Waar}', '{key: a, text: Waar}\n      - {key: c, text: Soms}'),
    both('toets.yaml:21 answers_not_two'),
  ],
  [
    'answers for an open question',
    edit('nl/evaluatie.yaml', 'mandatory: false', 'mandatory: false, answers: []'),
    ['nl/evaluatie.yaml:10 answers_not_allowed'],
  ],
  [
    'one answer for a choice',
    edit('nl/evaluatie.yaml', '      - {key: goed, text: Goed}\n', ''),
    ['en/evaluatie.yaml:9 answer_extra', 'nl/evaluatie.yaml:7 answers_too_few'],
  ],
  [
    'practice that hides its feedback',
    structure('max_attempts: 3', 'practice: true\n        feedback_visible: false'),
    ['course.md:23 practice_contradicts'],
  ],
  ['a quiz explained by no page', structure('max_attempts: 3', 'lesson: evaluatie'), ['course.md:22 lesson_unknown']],
  ['a question explained by no page', quiz('key: een', 'key: een\n    lesson: uitlegg'), both('toets.yaml:5 lesson_unknown')],
  ['another lesson in one language', edit('en/toets.yaml', 'key: een', 'key: een\n    lesson: uitleg'), ['en/toets.yaml:5 lesson_differs']],
  ['the same question twice', quiz('key: twee', 'key: een'), both('toets.yaml:12 key_duplicate')],
  ['the same answer twice', quiz('{key: b, text: Niet', '{key: a, text: Niet'), both('toets.yaml:23 key_duplicate')],
  [
    'a question that one language lacks',
    edit('en/toets.yaml', 'key: drie', 'key: vier'),
    ['en/toets.yaml:3 question_missing', 'en/toets.yaml:18 question_extra'],
  ],
  ['another type of question', edit('en/toets.yaml', 'type: multiple', 'type: single'), ['en/toets.yaml:12 question_type_differs']],
  ['another mandatory', edit('en/evaluatie.yaml', 'mandatory: false', 'mandatory: true'), ['en/evaluatie.yaml:10 mandatory_differs']],
  [
    'another answer key',
    edit('en/toets.yaml', '{key: b, text: Dat}', '{key: c, text: Dat}'),
    ['en/toets.yaml:4 answer_missing', 'en/toets.yaml:9 answer_extra'],
  ],
]

it('accepts a practice quiz with a pass percentage below the grade of the course, because it does not count', async () => {
  await readGood(await makeCourse(structure('pass_percentage: 70', 'pass_percentage: 60\n        practice: true')))
})

describe('mistakes', () => {
  it.each(CASES)('%s', async (_what, changes, expected) => {
    expect(await found(await makeCourse(changes))).toEqual(expected)
  })

  it('another right answer in one language', async () => {
    const english = (SMALL_COURSE['en/toets.yaml'] ?? '')
      .replace('{key: a, text: Dit, correct: true}', '{key: a, text: Dit}')
      .replace('{key: b, text: Dat}', '{key: b, text: Dat, correct: true}')
    expect(await found(await makeCourse({ 'en/toets.yaml': english }))).toEqual([
      'en/toets.yaml:8 answer_correct_differs',
      'en/toets.yaml:9 answer_correct_differs',
    ])
  })

  it('a folder that does not exist', async () => {
    expect(await found('/nowhere/demo')).toEqual(['.:1 folder_missing'])
  })

  it('symbolic links: a file, a folder and the course itself', async () => {
    const outside = await makeCourse()
    const dir = await makeCourse({ 'nl/uitleg.md': null })
    await symlink(path.join(outside, 'nl/uitleg.md'), path.join(dir, 'nl/uitleg.md'))
    expect(await found(dir)).toEqual(['nl/uitleg.md:1 symlink_not_allowed'])
    await rm(path.join(dir, 'en'), { recursive: true })
    await symlink(path.join(outside, 'en'), path.join(dir, 'en'))
    expect(await found(dir)).toEqual(['en:1 symlink_not_allowed', 'nl/uitleg.md:1 symlink_not_allowed'])
    const link = path.join(path.dirname(dir), 'link')
    await symlink(outside, link)
    expect(await found(link)).toEqual(['.:1 symlink_not_allowed'])
  })

  it('a key that tries to leave the folder', async () => {
    const dir = await makeCourse(structure('{key: uitleg, type', '{key: ../nl/uitleg, type'))
    const mistakes = await found(dir)
    expect(mistakes).toContain('course.md:16 key_invalid')
    expect(mistakes).toContain('nl/uitleg.md:1 file_unused')
  })
})
