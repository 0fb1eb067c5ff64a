import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { AppError, conflict } from '#core/contract/errors'
import { importCourse } from '../course_import/course_importer.js'
import { checkDraft } from './course_check.js'
import { type CourseDifferences, differencesOf } from './course_differences.js'
import { partsOf } from './draft_parts.js'
import { findDraft, newestVersion, partRows, toParts } from './draft_store.js'
import type { DraftParts } from './draft_types.js'
import type { PartMistake } from './mistake_places.js'
import type { Editor } from './whose_courses.js'

export interface DraftCheck {
  mistakes: PartMistake[]
  differences: CourseDifferences
  /** Number of the newest version: publishing goes past it and past no other. Null = none. */
  newest: number | null
  /** Somebody published since the draft was opened: what they changed is not in it. */
  overtaken: boolean
  /** People who keep the version that they began. */
  underway: number
}

/** What publishing a draft would do, and what stands in its way. @throws AppError 404 */
export async function lookAtDraft(editor: Editor, courseId: string | number): Promise<DraftCheck> {
  const { course, draft } = await findDraft(editor, courseId)
  const parts = toParts(await partRows(draft.id))
  const checked = await checkDraft(course.shortname, parts, await contentsOf(editor, parts))
  const newest = await newestVersion(course.id)
  return {
    mistakes: 'mistakes' in checked ? checked.mistakes : [],
    differences: differencesOf(newest?.source ? partsOf(newest.source) : null, parts),
    newest: newest?.number ?? null,
    overtaken: (newest?.number ?? null) !== draft.based_on,
    underway: await countUnderway(course.id),
  }
}

/**
 * Makes a draft the course's next version, as an import would, and ends the draft. Who is under way keeps the version they began.
 * @param past number of the version that the person saw as the newest
 * @throws AppError 404; 409 newer_version when another was published meanwhile; 422 course_has_mistakes with where they are
 */
export async function publishDraft(editor: Editor, courseId: string | number, past: number | null): Promise<{ version: number }> {
  return db.transaction(async (trx) => {
    // From here on no part is saved: what is checked is what is published.
    const { course, draft } = await findDraft(editor, courseId, trx, 'update')
    const newest = await newestVersion(course.id, trx)
    if ((newest?.number ?? null) !== past) throw conflict('newer_version')
    const parts = toParts(await partRows(draft.id, trx))
    const checked = await checkDraft(course.shortname, parts, await contentsOf(editor, parts, trx))
    if ('mistakes' in checked) throw new AppError(422, 'course_has_mistakes', { mistakes: checked.mistakes })
    const { version } = await importCourse(checked.read, { trx, owner: editor.owner })
    await trx.from('learning_drafts').where('id', draft.id).delete()
    return { version }
  })
}

/** Content of the pictures that a draft knows, by hash, of the editor's own alone. */
export async function contentsOf(
  { owner }: Editor,
  { pictures }: Pick<DraftParts, 'pictures'>,
  trx?: TransactionClientContract,
): Promise<Map<string, Buffer>> {
  const rows: { hash: string; content: Buffer }[] = await (trx ?? db.connection())
    .from('learning_pictures')
    .whereIn(
      'hash',
      [...pictures.values()].map(({ hash }) => hash),
    )
    // What a company made of a platform's course shows the platform's pictures until it is published.
    .where((query) => void (owner === null ? query.whereNull('company_id') : query.where('company_id', owner).orWhereNull('company_id')))
    .select('hash', 'content')
  return new Map(rows.map(({ hash, content }) => [hash, content]))
}

async function countUnderway(courseId: number): Promise<number> {
  const row = await db
    .from('learning_participations as p')
    .join('learning_course_versions as v', 'v.id', 'p.version_id')
    .where('v.course_id', courseId)
    .whereIn('p.status', ['registered', 'planned', 'busy'])
    .count('* as n')
    .first()
  return Number(row.n)
}
