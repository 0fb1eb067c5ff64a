import db from '@adonisjs/lucid/services/db'
import type { CertificateBackground } from '../../contract/index.js'

/** The background image of the certificate of a course version; null without one. A row of `learning_pictures`. */
export async function certificateBackground(courseVersionId: number): Promise<CertificateBackground | null> {
  const { rows } = await db.rawQuery<{ rows: CertificateBackground[] }>(
    `select p.content, p.content_type as "contentType"
       from learning_course_versions v
       join learning_pictures p on p.hash = v.certificate_background and p.company_id is not distinct from v.company_id
      where v.id = ?`,
    [courseVersionId],
  )
  return rows[0] ?? null
}
