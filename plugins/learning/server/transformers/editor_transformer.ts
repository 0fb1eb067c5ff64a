import { textIn } from '#core/kit/words'
import type { PartRow } from '../editor/draft_store.js'
import type { DraftParts } from '../editor/draft_types.js'
import type { EditedCourseRow } from '../editor/edited_courses.js'
import type { PoolQuestion } from '../editor/question_pool.js'
import type { EditedCourse } from '../editor/whose_courses.js'
import { pictureUrl } from './picture_url.js'

/** A row of the overview. */
export const toEditedCourse = (row: EditedCourseRow, language: string | null) => ({
  id: row.id,
  shortname: row.shortname,
  sector: row.sector,
  type: row.type,
  status: row.status,
  name: textIn(row.name ?? {}, language) || row.shortname,
  languages: row.languages ?? [],
  version: row.version,
  published_at: row.published_at?.toISOString() ?? null,
  underway: row.underway,
  draft_changed_at: row.draft_changed_at ? new Date(row.draft_changed_at).toISOString() : null,
})
export type EditedCourseItem = ReturnType<typeof toEditedCourse>

/** A row of the question pool. */
export const toPoolQuestion = (row: PoolQuestion, language: string | null) => ({
  id: row.id,
  course_id: row.course_id,
  key: row.key,
  type: row.type,
  text: textIn(row.text, language) || row.key,
  tags: row.tags,
  revision: row.revision,
  used: row.used,
  used_in: row.used_in.map(({ key, title }) => textIn(title, language) || key),
  answered: row.answered,
  right: row.right,
  discrimination: row.discrimination,
  seconds: row.seconds,
  archived: row.archived_at !== null,
  /** This revision was withdrawn after people answered it. */
  withdrawn: row.withdrawn,
})
export type PoolQuestionItem = ReturnType<typeof toPoolQuestion>

/** A draft with all its parts, each with the revision to send when saving it. */
export function toDraft(course: EditedCourse, basedOn: number | null, rows: readonly PartRow[], parts: DraftParts) {
  const revisions = Object.fromEntries(rows.map(({ kind, key, revision }) => [`${kind}:${key}`, revision]))
  const last = rows.reduce((latest, { updated_at: at }) => (at > latest ? at : latest), new Date(0))
  return {
    id: course.id,
    shortname: course.shortname,
    based_on: basedOn,
    changed_at: last.toISOString(),
    revisions,
    course: parts.course,
    outline: parts.outline,
    activities: Object.fromEntries(parts.activities),
    questions: Object.fromEntries(parts.questions),
    media: Object.fromEntries(parts.media),
    pictures: Object.fromEntries([...parts.pictures].map(([path, picture]) => [path, { ...picture, url: pictureUrl(picture.hash) }])),
  }
}
export type Draft = ReturnType<typeof toDraft>
