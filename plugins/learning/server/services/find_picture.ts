import db from '@adonisjs/lucid/services/db'
import { type Session, withinReach } from '#core/kit/scope'

export interface Picture {
  content: Buffer
  content_type: string
}

/**
 * A picture of a course by its hash, of the platform or of the user's own company. An admin has no company and gets those of the platform.
 */
export async function findPicture(session: Session, hash: string): Promise<Picture | null> {
  return withinReach(session, 'learning.pictures.show', async () => {
    const found = db.from('learning_pictures').where('hash', hash).select('content', 'content_type')
    return (session.isAdmin ? found.whereNull('company_id') : found).first()
  })
}

/** See LearningService.picture. */
export async function picture(hash: string, companyId: number | null): Promise<{ content: Uint8Array; contentType: string } | null> {
  const row = await db
    .from('learning_pictures')
    .where('hash', hash)
    .whereRaw('company_id is not distinct from ?::bigint', [companyId as number])
    .select('content', 'content_type')
    .first()
  return row && { content: row.content, contentType: row.content_type }
}
