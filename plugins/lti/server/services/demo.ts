import db from '@adonisjs/lucid/services/db'
import { currentCompanyId } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { learningService } from '#plugins/learning/contract/index'
import { SCOPE } from './claims.js'
import { factOf } from './grades.js'
import { addPlatform } from './manage.js'
import { addSource } from './sources.js'

/** Demo data: a school's Moodle, one of its classes, and the results sent for one person. */
export async function loadDemo({ loginId, memberships }: { loginId: string; memberships: readonly number[] }): Promise<void> {
  const company_id = currentCompanyId()
  if (await db.from('lti_platforms').where({ company_id }).first()) return
  const home = `https://moodle.${loginId}.example`
  const platform_id = await addPlatform({
    name: 'Moodle',
    issuer: home,
    client_id: 'Xk3demo',
    deployments: ['1'],
    auth_url: `${home}/mod/lti/auth.php`,
    token_url: `${home}/mod/lti/token.php`,
    jwks_url: `${home}/mod/lti/certs.php`,
    public_key: null,
    audience: null,
    frame_origins: [],
    trusted_domains: [],
    is_active: true,
  })
  const one = async (table: string, row: object): Promise<number> => {
    const [made] = (await db
      .table(table)
      .insert({ company_id, ...row })
      .returning('id')) as { id: number }[]
    return made!.id
  }
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  const learning = await serviceOf(learningService)
  const [course] = (await learning?.listCourses()) ?? []
  const deployment = (await db.from('lti_deployments').where({ platform_id }).select('id').firstOrFail()) as { id: number }
  const context_id = await one('lti_contexts', { deployment_id: deployment.id, context: '7', title: 'Bouwplaats klas 2B' })
  if (!course) return
  const link = { context_id, resource_link: '31', course_id: course.id, title: course.name.nl ?? course.shortname }
  const link_id = await one('lti_links', {
    ...link,
    line_item_url: `${home}/mod/lti/services.php/7/lineitems/31/lineitem`,
    scopes: [SCOPE.score],
  })
  for (const [index, membership_id] of memberships.slice(0, 3).entries()) {
    const person_id = await one('lti_people', { platform_id, sub: `demo-${index + 1}`, membership_id, last_used_at: ago(30 + index) })
    await one('lti_context_people', { context_id, person_id, role: 'learner' })
    const standing = await learning?.standing(membership_id, course.id)
    const participation_id = standing?.passed?.participationId ?? standing?.openId
    const [outcome] = participation_id ? ((await learning?.outcomes([participation_id])) ?? []) : []
    // As the listener would write it: results already sent are not sent again.
    const fact = (outcome && factOf(outcome)) ?? { score: null, activity: 'InProgress' }
    await one('lti_grades', {
      link_id,
      person_id,
      participation_id: participation_id ?? 0,
      ...fact,
      happened_at: ago(28 + index),
      sent_version: 1,
      sent_at: ago(28 + index),
    })
    await one('lti_launches', {
      platform_id,
      membership_id,
      message: 'LtiResourceLinkRequest',
      outcome: 'opened',
      created_at: ago(30 + index),
    })
  }
  await one('lti_launches', { platform_id, message: '', outcome: 'expired', created_at: ago(5) })
  await loadIntranet(memberships.slice(3, 5), { one, ago })
}

interface Rows {
  one: (table: string, row: object) => Promise<number>
  ago: (hours: number) => Date
}

/** An intranet that sends its people by links: some arrived, one link had expired. */
async function loadIntranet(memberships: readonly number[], { one, ago }: Rows): Promise<void> {
  const { source } = await addSource('Intranet')
  const came = { source: source.name, message: 'signed-link' }
  for (const [index, membership_id] of memberships.entries()) {
    const at = ago(8 + 20 * index)
    const by = { integration: 'signed-link', source: String(source.id), source_name: source.name }
    await one('lti_arrivals', { ...by, subject: `medewerker-${index + 1}`, membership_id, created_at: at, last_used_at: at })
    await one('lti_launches', { ...came, membership_id, outcome: 'opened', created_at: at })
  }
  await one('lti_launches', { ...came, outcome: 'replay', created_at: ago(7) })
}
