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
  /** Number of the newest version, to be passed to `publishDraft`. Null = none. */
  newest: number | null
  /** Another version was published after the draft was opened; its changes are not in the draft. */
  overtaken: boolean
  /** Number of people who keep the version that they began. */
  underway: number
}

/** Returns the changes that publishing a draft would make, and the problems that prevent it. @throws AppError 404 */
export async function checkStoredDraft(editor: Editor, courseId: string | number): Promise<DraftCheck> {
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
 * Publishes a draft as the course's next version, like an import, and ends the draft. People in progress keep the version they began.
 * @param past number of the version that the person saw as the newest
 * @throws AppError 404; 409 newer_version when another version was published since; 422 course_has_mistakes with their places
 */
export async function publishDraft(editor: Editor, courseId: string | number, past: number | null): Promise<{ version: number }> {
  return db.transaction(async (trx) => {
    // The lock blocks saves from here on, so that the checked content is exactly what is published.
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

/** Contents of a draft's pictures, by hash, limited to the editor's own. */
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
    // A company's copy of a platform course uses the platform's pictures until it is published.
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
