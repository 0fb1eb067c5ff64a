import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '#core/testing/app'
import type { ReadCourse } from '../server/course_import/course_importer.js'
import type { PartMistake } from '../server/editor/mistake_places.js'
import type { DraftParts } from '../server/editor/draft_types.js'

const courses = fileURLToPath(new URL('../courses/', import.meta.url))
const names = await readdir(courses)
beforeAll(() => testApp())

async function read(name: string): Promise<ReadCourse> {
  const { readCourseFolder } = await import('../server/course_import/course_reader.js')
  const result = await readCourseFolder(`${courses}${name}`)
  if ('mistakes' in result) throw new Error(JSON.stringify(result.mistakes))
  return result
}
async function apart(name: string) {
  const { partsOf } = await import('../server/editor/draft_parts.js')
  const { course, pictures, media } = await read(name)
  return { course, pictures: new Map([...pictures, ...media]), parts: partsOf(course) }
}
const check = async (shortname: string, parts: DraftParts, pictures: ReadonlyMap<string, Buffer>) =>
  (await import('../server/editor/course_check.js')).checkDraft(shortname, parts, pictures)

describe.each(names)('%s', (name) => {
  it('is the same course after splitting it into parts and joining them', async () => {
    const { course, pictures, parts } = await apart(name)
    const checked = await check(name, parts, pictures)
    expect('mistakes' in checked ? checked.mistakes : checked.read.course).toEqual(course)
  })

  it('is the same course after exporting and importing an archive', async () => {
    const { course, pictures, parts } = await apart(name)
    const { withPictures } = await import('../server/editor/course_check.js')
    const { pack, unpack } = await import('../server/editor/course_archive.js')
    const { writeCourse } = await import('../server/course_import/course_writer.js')
    const archive = await pack(name, withPictures(writeCourse(name, parts), parts, pictures))
    const { folder, files } = await unpack(archive)
    const { CourseFiles } = await import('../server/course_import/course_files.js')
    const { MistakeList } = await import('../server/course_import/source_file.js')
    const { readCourseFiles } = await import('../server/course_import/course_reader.js')
    const mistakes = new MistakeList()
    const again = await readCourseFiles(CourseFiles.of(files, mistakes), folder, mistakes)
    expect(mistakes.items).toEqual([])
    expect('course' in again && again.course.contentHash).toBe(course.contentHash)
  })
})

describe('reports a mistake in a draft at its field', () => {
  const broken = async (change: (parts: DraftParts) => void) => {
    const { pictures, parts } = await apart('tillen-en-dragen')
    const own = structuredClone({ ...parts }) as DraftParts
    change(own)
    const checked = await check('tillen-en-dragen', own, pictures)
    if (!('mistakes' in checked)) throw new Error('Nothing is wrong')
    return checked.mistakes.map(({ kind, key, field, code, language }: PartMistake) => ({ kind, key, field, code, language }))
  }
  const firstQuestion = (parts: DraftParts) => [...parts.questions][0]!

  it('of the course', async () => {
    expect(
      await broken(({ course }) => {
        course.passedGrade = 170
        course.durationMinutes = null
        course.name.en = ' '
        course.description.nl = '<script>'
      }),
    ).toEqual([
      { kind: 'course', key: '', field: 'durationMinutes', code: 'key_missing', language: null },
      { kind: 'course', key: '', field: 'passedGrade', code: 'number_out_of_range', language: null },
      { kind: 'course', key: '', field: 'name.en', code: 'text_empty', language: 'en' },
      { kind: 'course', key: '', field: 'description.nl', code: 'markdown_html', language: 'nl' },
    ])
  })

  it('of an activity and its settings', async () => {
    const found = await broken(({ activities }) => {
      const page = [...activities.values()].find(({ type }) => type === 'richtext')!
      page.body = { ...page.body!, en: '' }
      const quiz = [...activities.values()].find(({ type, quiz: of }) => type === 'quiz' && !of!.practice)!
      quiz.quiz!.passPercentage = 5
      quiz.title = { ...quiz.title, nl: '' }
    })
    expect(found.map(({ kind, field, code }) => [kind, field, code])).toEqual([
      ['activity', 'quiz.passPercentage', 'pass_percentage_too_low'],
      ['activity', 'body.en', 'body_empty'],
      ['activity', 'title.nl', 'text_empty'],
    ])
  })

  it('of each type of question', async () => {
    const { pictures, parts } = await apart('offshore-introductie')
    const own = structuredClone({ ...parts }) as DraftParts
    for (const { type, answers, content } of own.questions.values()) {
      if (type === 'order') answers[1]!.text.en = ''
      if (type === 'match') content.options!.find(({ key }) => key === answers[0]!.key)!.text.nl = ''
      if (type === 'hotspot') answers[0]!.area = { x: 90, y: 90, width: 50, height: 50 }
      if (type === 'short_text') content.accepted = { ...content.accepted, nl: [] }
      if (type === 'number') content.ranges![0]!.tolerance = -1
    }
    const checked = await check('offshore-introductie', own, pictures)
    const found = 'mistakes' in checked ? checked.mistakes : []
    const fields = found.map(({ key, field, code }) => [own.questions.get(key)?.type, field, code])
    for (const place of [
      ['order', 'answers.1.text.en', 'text_empty'],
      ['match', 'content.options.0.text.nl', 'text_empty'],
      ['hotspot', 'answers.0.area.x', 'area_outside'],
      ['short_text', 'content.accepted.nl', 'list_empty'],
      ['number', 'content.ranges.0.tolerance', 'number_out_of_range'],
    ]) {
      expect(fields).toContainEqual(place)
    }
  })

  it('of a question, and of a restriction', async () => {
    const found = await broken((parts) => {
      const [, question] = firstQuestion(parts)
      for (const answer of question.answers) answer.correct = false
      question.answers[1]!.text.en = ''
      parts.outline.modules[0]!.activities[0]!.requires = [{ activity: 'nergens', condition: 'opened' }]
    })
    const { parts } = await apart('tillen-en-dragen')
    const [key] = firstQuestion(parts)
    expect(found).toEqual(
      expect.arrayContaining([
        { kind: 'outline', key: '', field: 'modules.0.activities.0.requires.0.activity', code: 'requires_unknown', language: null },
        { kind: 'question', key, field: 'answers.1.text.en', code: 'text_empty', language: 'en' },
        { kind: 'question', key, field: 'answers', code: 'answers_none_correct', language: 'nl' },
      ]),
    )
  })
})
