import { fullName } from '#core/contract/full_name'
import db from '@adonisjs/lucid/services/db'
import { currentCompanyId } from '#core/kit/scope'

const DAY = 86_400_000

/** A question of a supervisor, one of a visitor, and a supervisor who saw the tour. */
export async function loadDemo(loginId: string): Promise<void> {
  const companyId = currentCompanyId()
  if (await db.from('support_questions').where('company_id', companyId).first()) return
  const asker = await db.from('kit_members').where({ company_id: companyId, role: 'beheerder' }).orderBy('id').first()
  if (!asker) return
  const row = { company_id: companyId, sent_to: 'support@platform.example', course_shortname: null }
  await db.table('support_questions').multiInsert([
    {
      ...row,
      membership_id: asker.id,
      full_name: fullName(asker),
      email: asker.email,
      page: '/deelnemers',
      browser: 'Chrome, Windows',
      subject: 'Deelnemer in twee ploegen',
      message: 'Een collega werkt in twee ploegen. Kan ik de uiterste datum voor haar een week later zetten?',
      status: 'open',
      created_at: new Date(Date.now() - DAY),
    },
    {
      ...row,
      membership_id: null,
      full_name: '',
      email: `kim@elders-${loginId}.example`,
      page: `/login/${loginId}`,
      browser: 'Safari, iPhone',
      subject: 'Ik krijg geen uitnodiging',
      message: 'Mijn leidinggevende zegt dat ik ben uitgenodigd, maar er komt geen mail.',
      status: 'answered',
      created_at: new Date(Date.now() - 4 * DAY),
    },
  ])
  await db.table('support_tours').insert({ company_id: companyId, membership_id: asker.id })
}
