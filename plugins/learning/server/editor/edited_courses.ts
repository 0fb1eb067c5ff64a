import db from '@adonisjs/lucid/services/db'
import { orUniqueError } from '#core/kit/database'
import { translate } from '#core/kit/words'
import type { CourseType, LanguageCode, Sector } from '../course_import/course_types.js'
import { partsOf } from './draft_parts.js'
import { findDraft, newestVersion, partRows, storeDraft, toParts } from './draft_store.js'
import type { CoursePart, DraftParts } from './draft_types.js'
import { type Editor, ownCourse } from './whose_courses.js'

export interface EditedCourseRow {
  id: number
  company_id: number | null
  shortname: string
  sector: string
  type: string
  status: string
  name: Record<string, string> | null
  languages: string[] | null
  version: number | null
  published_at: Date | null
  underway: number
  draft_changed_at: Date | null
}

/**
 * The courses of an owner (bound parameter) with their newest version or, if there is none yet, their draft. One query for any number of
 * courses. Opening a draft without changing it does not count as a change.
 */
const EDITED = `
  select c.id, c.company_id, c.shortname, c.sector, c.type, c.status, v.number as version, v.published_at,
         coalesce(v.name, d.content->'name') as name, coalesce(to_jsonb(v.languages), d.content->'languages') as languages,
         d.changed_at as draft_changed_at, coalesce(open.count, 0) as underway,
         search_key(c.shortname) || ' ' || coalesce(learning_words_of(coalesce(v.name, d.content->'name')), '') as search_text
    from learning_courses c
    left join lateral (select * from learning_course_versions where course_id = c.id order by number desc limit 1) v on true
    left join lateral (select count(*)::int from learning_participations p
                        where p.course_id = c.id and p.status in ('registered', 'planned', 'busy')) open on true
    left join lateral (
      select (select content from learning_draft_parts where draft_id = own.id and kind = 'course') as content,
             (select max(updated_at) from learning_draft_parts
               where draft_id = own.id and (not own.is_copy or updated_at > own.created_at)) as changed_at
        from learning_drafts own where own.course_id = c.id) d on true
   where c.company_id is not distinct from ?::bigint`

/** The rows of /training/overzicht, as a query that a list can filter: `k`. */
export const editedCourses = (owner: number | null) =>
  db
    .query()
    .from(db.raw(`(${EDITED}) as k`, [owner as number]) as never)
    .select('k.*')

/** The courses that this person edits, by shortname, for a choice. */
export const listEdited = ({ owner }: Editor): Promise<EditedCourseRow[]> => editedCourses(owner).orderBy('k.shortname')

export interface NewCourse {
  shortname: string
  name: string
  sector: Sector
  type: CourseType
  languages: LanguageCode[]
}

/** Creates a course with a draft. @returns its id @throws AppError 422 on `shortname` when it is taken */
export async function createCourse(editor: Editor, course: NewCourse): Promise<number> {
  return storeCourse(editor, course, {
    course: blankCourse(course),
    outline: { modules: [] },
    activities: new Map(),
    questions: new Map(),
    pictures: new Map(),
    media: new Map(),
  })
}

/** Stores a course of the editor with a draft of these parts. */
export async function storeCourse(
  editor: Editor,
  { shortname, sector, type }: Pick<NewCourse, 'shortname' | 'sector' | 'type'>,
  parts: DraftParts,
): Promise<number> {
  return orUniqueError({ learning_courses_shortname: 'shortname' }, () =>
    db.transaction(async (trx) => {
      const row = { company_id: editor.owner, shortname, sector, type, status: 'building' }
      const [course] = await trx.knexQuery().table('learning_courses').insert(row).returning('id')
      await storeDraft(editor, course.id, null, parts, trx)
      return course.id as number
    }),
  )
}

function blankCourse({ name, sector, type, languages }: NewCourse): CoursePart {
  return {
    sector,
    type,
    status: 'building',
    durationMinutes: null,
    price: 0,
    vatKind: 'elearning',
    accessDays: 365,
    reminderDays: { notOpened: null, notDone: null, beforeExpiry: null },
    passedGrade: 70,
    certificateValidMonths: null,
    isConsumerCourse: false,
    isProjectInstruction: false,
    directAccess: false,
    adultsOnly: false,
    primaryColor: null,
    secondaryColor: null,
    readPastQuizzes: false,
    picture: null,
    certificateBackground: null,
    languages,
    name: { [languages[0]!]: name },
    description: {},
    pictureAlt: {},
  }
}

/**
 * Creates a course with the same content: from the draft if there is one, else from the newest version.
 * @returns its id @throws AppError 404; 422 on `shortname`
 */
export async function duplicateCourse(editor: Editor, id: string | number, shortname: string): Promise<number> {
  const parts = await currentParts(editor, id)
  // Lists show both courses, so the copy's name says that it is a copy until it is renamed. The name stays within the length limit.
  const name = Object.fromEntries(
    Object.entries(parts.course.name).map(([language, own]) => [
      language,
      translate(language, 'learning.overview.copy_of', { name: own.slice(0, 180) }),
    ]),
  )
  const course = { ...parts.course, name, status: 'building' as const }
  return storeCourse(editor, { shortname, sector: course.sector, type: course.type }, { ...parts, course })
}

/** The parts of a course's draft, or of its newest version if there is no draft. @throws AppError 404 */
export async function currentParts(editor: Editor, id: string | number): Promise<DraftParts> {
  const course = await ownCourse(editor, id)
  const newest = await newestVersion(course.id)
  const { draft } = await findDraft(editor, course.id).catch((error: unknown) => {
    if (newest?.source) return { draft: null }
    throw error
  })
  return draft ? toParts(await partRows(draft.id)) : partsOf(newest!.source!)
}
