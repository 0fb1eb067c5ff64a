import { isDeepStrictEqual } from 'node:util'
import db from '@adonisjs/lucid/services/db'
import { preparedQuery } from '#core/kit/database'
import { currentCompanyId } from '#core/kit/scope'
import { address, contextKey } from './contexts.js'
import type { Launch } from './launch_token.js'
import { SEEN_AGAIN_MS } from './platform_people.js'

/** The stored data of the last launch of the same person by the same link. */
export interface KnownLaunch {
  personId: number
  membershipId: number
  linkId: number
  courseId: number
  /** The participation that provides the grade of the link; null: none yet. */
  participationId: number | null
}

interface Row extends KnownLaunch {
  is_administrator: boolean
  last_used_at: Date | null
  context_title: string
  memberships_url: string | null
  role: string
  status: string
  title: string
  line_item_url: string | null
  line_items_url: string | null
  scopes: string[]
}

/**
 * The stored launch, when nothing in it is new: most launches open the same course again, and this one query is all they need from our
 * tables. Null otherwise: then it is processed step by step (launch.ts).
 */
export async function knownLaunch(platformId: number, deploymentId: number, launch: Launch): Promise<KnownLaunch | null> {
  const { subject, context, resourceLink, rosterUrl, roles, grades } = launch
  if (!resourceLink) return null
  const [row] = await preparedQuery<Row>(db, 'lti_known_launch', KNOWN, [
    ...[currentCompanyId(), platformId, subject, deploymentId, contextKey(context, resourceLink), resourceLink.id],
  ])
  if (!row || Date.now() - (row.last_used_at?.getTime() ?? 0) > SEEN_AGAIN_MS) return null
  const [title, roster] = [context?.title || resourceLink.title, address(rosterUrl)]
  const said = [
    ...[roles === 'administrator', roles === 'learner' ? 'learner' : 'instructor', 'active', title || row.context_title],
    ...[roster ?? row.memberships_url, resourceLink.title, address(grades.lineItem) ?? row.line_item_url, address(grades.lineItems)],
    grades.scopes,
  ]
  const kept = [
    ...[row.is_administrator, row.role, row.status, row.context_title],
    ...[row.memberships_url, row.title, row.line_item_url, row.line_items_url],
    row.scopes,
  ]
  return isDeepStrictEqual(said, kept) ? row : null
}

/** $1: company. $2: platform. $3: subject. $4: deployment. $5: context. $6: link. */
const KNOWN = `
  select p.id as "personId", p.membership_id as "membershipId", l.id as "linkId", l.course_id as "courseId",
         g.participation_id as "participationId", p.is_administrator, p.last_used_at, c.title as context_title, c.memberships_url,
         r.role, r.status, l.title, l.line_item_url, l.line_items_url, l.scopes
    from lti_people p
    join lti_contexts c on c.company_id = p.company_id and c.deployment_id = $4 and c.context = $5
    join lti_context_people r on r.company_id = p.company_id and r.context_id = c.id and r.person_id = p.id
    join lti_links l on l.company_id = p.company_id and l.context_id = c.id and l.resource_link = $6
    left join lti_grades g on g.company_id = p.company_id and g.link_id = l.id and g.person_id = p.id
   where p.company_id = $1 and p.platform_id = $2 and p.sub = $3`
