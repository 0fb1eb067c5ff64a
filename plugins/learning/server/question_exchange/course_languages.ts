import db from '@adonisjs/lucid/services/db'

/** Languages of the newest version, else of the draft; empty when there is neither. */
export async function languagesOf(courseId: number): Promise<string[]> {
  const { rows } = await db.rawQuery<{ rows: { languages: string[] | null }[] }>(
    `select coalesce(
       (select to_jsonb(languages) from learning_course_versions where course_id = :courseId order by number desc limit 1),
       (select p.content->'languages' from learning_drafts d join learning_draft_parts p on p.draft_id = d.id and p.kind = 'course'
         where d.course_id = :courseId)
     ) as languages`,
    { courseId },
  )
  return rows[0]?.languages ?? []
}
