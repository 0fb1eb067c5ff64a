import db from '@adonisjs/lucid/services/db'
import { currentCompanyId } from '#core/kit/scope'

const DAY = 86_400_000

/** The demo: a paid payment, a refused one, and one with a partial refund. Idempotent. */
export async function loadDemo(loginId: string): Promise<void> {
  if (await db.from('payments_payments').select('id').first()) return
  const row = (key: string, description: string, amount: number, daysAgo: number, facts: object) => ({
    company_id: currentCompanyId(),
    key: `demo:${loginId}:${key}`,
    amount_cents: amount,
    description,
    created_at: new Date(Date.now() - daysAgo * DAY),
    lapses_at: new Date(Date.now() - daysAgo * DAY + 1_800_000),
    ...facts,
  })
  const at = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY + 240_000)
  await db
    .table('payments_payments')
    .multiInsert([
      row('1', 'B-VCA, 2 personen', 47_190, 41, { paid_at: at(41), intent: `pi_demo_${loginId}_1` }),
      row('2', 'Werken op hoogte, 1 persoon', 18_029, 19, { failed_at: at(19), lapsed_at: at(18.9) }),
      row('3', 'Heftruck met examen, 1 persoon', 35_090, 12, { paid_at: at(12), intent: `pi_demo_${loginId}_3`, refunded_cents: 17_545 }),
      row('4', 'Toolbox Veilig werken, 6 personen', 21_780, 3, { paid_at: at(3), intent: `pi_demo_${loginId}_4` }),
    ])
}
