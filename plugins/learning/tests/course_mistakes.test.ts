import { rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { SMALL_COURSE, areas, asked, DRAWING, edit, found, makeCourse, readGood } from './small_course.js'

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
