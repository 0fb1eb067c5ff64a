import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { changedMeanwhile, conflict, notFound } from '#core/contract/errors'
import { memberNames } from '#core/kit/people'
import type { CourseSource } from '../course_import/course_types.js'
import { partsOf } from './draft_parts.js'
import type { DraftParts, PartContent, PartKind } from './draft_types.js'
import { type EditedCourse, type Editor, ownCourse } from './whose_courses.js'

export interface DraftRow {
  id: number
  course_id: number
  based_on: number | null
}

export interface PartRow<K extends PartKind = PartKind> {
  kind: K
  key: string
  content: PartContent[K]
  revision: number
  membership_id: number | null
  admin_name: string | null
  updated_at: Date
}

type Client = TransactionClientContract | ReturnType<typeof db.connection>

/** The newest version of a course with its source document. */
export async function newestVersion(courseId: number, client: Client = db.connection()) {
  const row = await client
    .from('learning_course_versions')
    .where('course_id', courseId)
    .orderBy('number', 'desc')
    .select('id', 'number', 'source', 'published_at')
    .first()
  return row as { id: number; number: number; source: CourseSource | null; published_at: Date | null } | null
}

/**
 * Opens the draft of a course; creates it from the newest version if there is none. Concurrent calls get the same draft.
 * @throws AppError 404; 409 course_without_source for a version that was published before drafts existed
 */
export async function openDraft(editor: Editor, courseId: string | number): Promise<void> {
  await db.transaction(async (trx) => {
    const course = await ownCourse(editor, courseId, trx)
    await trx.from('learning_courses').where('id', course.id).forUpdate().first()
    if (await trx.from('learning_drafts').where('course_id', course.id).first()) return
    const newest = await newestVersion(course.id, trx)
    if (!newest?.source) throw conflict('course_without_source')
    await storeDraft(editor, course.id, newest.number, partsOf(newest.source), trx, { isCopy: true })
  })
}

/** Stores a new draft with all its parts. */
export async function storeDraft(
  editor: Editor,
  courseId: number,
  basedOn: number | null,
  parts: DraftParts,
  trx: TransactionClientContract,
  { isCopy = false } = {},
): Promise<void> {
  const owner = { company_id: editor.owner }
  const [draft] = await trx
    .table('learning_drafts')
    .insert({ ...owner, course_id: courseId, based_on: basedOn, is_copy: isCopy })
    .returning('id')
  const draftId = typeof draft === 'object' ? draft.id : draft
  const row = (kind: PartKind, key: string, content: unknown) => ({
    ...owner,
    draft_id: draftId,
    kind,
    key,
    content: JSON.stringify(content),
  })
  await trx
    .table('learning_draft_parts')
    .multiInsert([
      row('course', '', parts.course),
      row('outline', '', parts.outline),
      ...[...parts.activities].map(([key, content]) => row('activity', key, content)),
      ...[...parts.questions].map(([key, content]) => row('question', key, content)),
      ...[...parts.pictures].map(([key, content]) => row('picture', key, content)),
      ...[...parts.media].map(([key, content]) => row('media', key, content)),
    ])
}

/**
 * @param lock in a transaction: saves lock in `share` mode, so they can run concurrently; ending a draft locks in `update` mode, so it runs
 * alone
 * @throws AppError 404 without a draft, or for a course that the editor does not own
 */
export async function findDraft(
  editor: Editor,
  courseId: string | number,
  trx?: TransactionClientContract,
  lock: 'share' | 'update' = 'share',
): Promise<{ course: EditedCourse; draft: DraftRow }> {
  const course = await ownCourse(editor, courseId, trx)
  const query = (trx ?? db.connection()).from('learning_drafts').where('course_id', course.id).select('id', 'course_id', 'based_on')
  if (trx) void (lock === 'share' ? query.forShare() : query.forUpdate())
  const draft = await query.first()
  if (!draft) throw notFound()
  return { course, draft }
}

export async function partRows(draftId: number, client: Client = db.connection()): Promise<PartRow[]> {
  return client
    .from('learning_draft_parts')
    .where('draft_id', draftId)
    .orderBy('id')
    .select('kind', 'key', 'content', 'revision', 'membership_id', 'admin_name', 'updated_at')
}

/** Converts the rows of a draft to its parts. Pure. */
export function toParts(rows: readonly PartRow[]): DraftParts {
  const one = <K extends PartKind>(kind: K) => rows.find((row) => row.kind === kind)!.content as PartContent[K]
  const all = <K extends PartKind>(kind: K) =>
    new Map(rows.filter((row) => row.kind === kind).map(({ key, content }) => [key, content as PartContent[K]]))
  return {
    course: one('course'),
    outline: one('outline'),
    activities: all('activity'),
    questions: all('question'),
    pictures: all('picture'),
    media: all('media'),
  }
}

export interface PartSave {
  kind: PartKind
  key: string
  /** The revision that was read; 0 = a new part. */
  revision: number
  content: PartContent[PartKind]
}

/**
 * Saves one part if its revision is still the one that was read; of two people who edit the same part, the second gets a conflict.
 * @returns its new revision and the time
 * @throws AppError 404; 409 changed_meanwhile with both sides, for the form to show
 */
export async function savePart(editor: Editor, courseId: string | number, save: PartSave): Promise<{ revision: number; updated_at: Date }> {
  return db.transaction(async (trx) => {
    const { draft } = await findDraft(editor, courseId, trx)
    const { kind, key, revision } = save
    const by = { membership_id: editor.membershipId, admin_name: editor.adminName }
    const content = JSON.stringify(save.content)
    const saved = revision
      ? await trx
          .from('learning_draft_parts')
          .where({ draft_id: draft.id, kind, key, revision })
          .update({ ...by, content, revision: revision + 1, updated_at: new Date() }, ['revision', 'updated_at'])
      : await trx
          .knexQuery()
          .table('learning_draft_parts')
          .insert({ ...by, company_id: editor.owner, draft_id: draft.id, kind, key, content })
          .onConflict(['draft_id', 'kind', 'key'])
          .ignore()
          .returning(['revision', 'updated_at'])
    if (saved[0]) return saved[0] as { revision: number; updated_at: Date }
    const now = (await partRows(draft.id, trx)).find((row) => row.kind === kind && row.key === key)
    if (!now) throw notFound()
    throw await refusal(now, save)
  })
}

async function refusal(now: PartRow, { content }: PartSave): Promise<Error> {
  const current = now.content as unknown as Record<string, unknown>
  const sent = content as unknown as Record<string, unknown>
  const names = now.membership_id ? await memberNames([now.membership_id]) : null
  return changedMeanwhile({
    by: names?.get(now.membership_id!) ?? now.admin_name,
    at: now.updated_at.toISOString(),
    version: String(now.revision),
    current,
    differs: Object.keys(sent).filter((name) => JSON.stringify(sent[name]) !== JSON.stringify(current[name])),
  })
}

/** Discards a draft; the published version stays. A course that was never published is deleted as well. */
export async function discardDraft(editor: Editor, courseId: string | number): Promise<void> {
  await db.transaction(async (trx) => {
    const { course, draft } = await findDraft(editor, courseId, trx, 'update')
    if (await newestVersion(course.id, trx)) await trx.from('learning_drafts').where('id', draft.id).delete()
    else await trx.from('learning_courses').where('id', course.id).delete()
  })
}
