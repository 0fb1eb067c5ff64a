import { parseArgs } from 'node:util'
import db from '@adonisjs/lucid/services/db'
import { settings } from '../config/settings.js'
import { entryLink } from './entry_link.js'
import { isOrigin } from './origin.js'
import { OWN_PATH } from './validators.js'

const USAGE =
  'Usage: npm run plugin:command -- core.sign_in_link --email <address> --company <login id> [--to /path] [--frame https://site.example]'

/**
 * `npm run plugin:command -- core.sign_in_link …`: makes a link that signs a person in once, within ten minutes. With `--frame` it works in
 * a frame on that site. For operators who have checked who is asking. The session is stored as `core.link`.
 * @throws Error one line: the usage, or that there is no such active member
 */
export async function signInLinkCommand(args: readonly string[]): Promise<void> {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ args: [...args], options: { email: text, company: text, to: text, frame: text }, strict: false })
  const [email, company, to = '/profiel', frame] = [values.email, values.company, values.to, values.frame]
  if (typeof email !== 'string' || typeof company !== 'string' || typeof to !== 'string' || !OWN_PATH.test(to)) throw new Error(USAGE)
  if (frame !== undefined && !isOrigin(String(frame))) throw new Error(`--frame takes an origin such as https://site.example. ${USAGE}`)
  const member = await db
    .from('core_memberships as m')
    .join('core_users as u', 'u.id', 'm.user_id')
    .join('core_companies as c', 'c.id', 'm.company_id')
    .where({ 'u.email': email, 'c.login_id': company, 'm.status': 'active', 'c.status': 'active' })
    .select('m.id', 'm.user_id')
    .first()
  if (!member) throw new Error(`${email} is no active member of "${company}".`)
  const path = await entryLink({
    userId: member.user_id,
    membershipId: member.id,
    to,
    framedBy: frame === undefined ? null : [String(frame)],
  })
  console.log(new URL(path, (await settings()).appUrl).href)
}
