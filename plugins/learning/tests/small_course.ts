import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import { readCourseFolder, type CourseSource } from '../server/course_import/course_reader.js'

/** The smallest course with every kind of activity. The tests below depend on its line numbers. */
export const SMALL_COURSE: Record<string, string> = {
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
export async function makeCourse(changes: Record<string, string | Buffer | null> = {}): Promise<string> {
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
export function edit(name: string, from: string, to: string): Record<string, string> {
  const original = SMALL_COURSE[name] ?? ''
  if (!original.includes(from)) throw new Error(`${name} does not contain: ${from}`)
  return { [name]: original.replace(from, to) }
}

/** The mistakes of a course folder, as `file:line code`. */
export async function found(dir: string): Promise<string[]> {
  const result = await readCourseFolder(dir)
  return 'course' in result ? [] : result.mistakes.map((one) => `${one.file}:${one.line} ${one.code}`)
}

/** Reads a course folder without mistakes. */
export async function readGood(dir: string): Promise<CourseSource> {
  const result = await readCourseFolder(dir)
  if ('mistakes' in result) throw new Error(JSON.stringify(result.mistakes, null, 2))
  return result.course
}

/** Replaces the third question of both languages. It begins on line 18; the fields of its type begin on line 21. */
export const asked = (type: string, ...rest: string[]) => {
  const third = ['  - key: drie', `    type: ${type}`, '    text: Klopt dit?', ...rest.map((line) => `    ${line}`), ''].join('\n')
  return Object.fromEntries(
    ['nl', 'en'].map((language) => {
      const name = `${language}/toets.yaml`
      return [name, SMALL_COURSE[name]!.replace(/ {2}- key: drie[^]*$/, third)]
    }),
  )
}
export const DRAWING = { 'pictures/a.svg': '<svg viewBox="0 0 10 10"/>' }
export const PICTURE = ['picture: pictures/a.svg', 'picture_alt: Een tekening']
export const areas = (...lines: string[]): Record<string, string> => ({
  ...asked('hotspot', ...PICTURE, 'areas:', ...lines.map((line) => `  - {${line}}`)),
  ...DRAWING,
})
