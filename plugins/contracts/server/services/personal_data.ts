import db from '@adonisjs/lucid/services/db'

/** The contract places that a person took. */
export async function exportPersonalData(membershipId: number): Promise<Record<string, unknown>> {
  const uses = await db
    .from('contracts_uses as u')
    .join('contracts_contracts as k', (on) => on.on('k.company_id', 'u.company_id').andOn('k.id', 'u.contract_id'))
    .where('u.membership_id', membershipId)
    .orderBy('u.id')
    .select('k.name', 'u.course_id', 'u.subject', 'u.taken_at', 'u.started_at', 'u.given_back_at')
  return { uses }
}

/** The place was used: the company's count stays, without the person. */
export async function erasePersonalData(membershipId: number): Promise<void> {
  await db.rawQuery(
    `update contracts_uses u set membership_id = null,
            gone_as = (select min(o.id)::text from contracts_uses o where o.contract_id = u.contract_id and o.membership_id = u.membership_id)
      where u.membership_id = ?`,
    [membershipId],
  )
}
