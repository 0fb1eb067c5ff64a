import { createHash, randomBytes } from 'node:crypto'
import { inDatabase } from './database.js'

/** Creates a link as core/accounts/entry_link.ts does, for a frame in another site's page. */
export async function framedLink({ email, framedBy, to }: { email: string; framedBy: string; to: string }): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(`core.entry\n${secret}`).digest()
  await inDatabase((client) =>
    client.query(
      `insert into core_tokens (purpose, token_hash, user_id, membership_id, expires_at, data)
       select 'core.entry', $1, u.id, m.id, now() + interval '10 minutes', $2
         from core_users u join core_memberships m on m.user_id = u.id where u.email = $3`,
      [hash, JSON.stringify({ to, framedBy: [framedBy] }), email],
    ),
  )
  return `${process.env.BASE_URL}/enter/${secret}`
}
