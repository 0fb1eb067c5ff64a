import db from '@adonisjs/lucid/services/db'
import { addDays, today } from '#core/kit/days'
import { sendMail } from '#core/kit/mail'
import { platformUrl } from '#core/kit/settings'
import { WARN_DAYS, WARN_SHARE } from './limits.js'
import { type ContractRow, contracts, findContract, limitOf, STATUS } from './store.js'

/** The job `contracts.warn`: at 80 % of the limit, and before the end; each once. */
export async function warn(): Promise<void> {
  const running: (ContractRow & { warned_of_use: Date | null; warned_of_end: Date | null })[] = await contracts().whereRaw(
    `(${STATUS}) = 'active'`,
  )
  for (const row of running) {
    const limit = limitOf(row)
    if (limit !== null && limit > 0 && row.used >= limit * WARN_SHARE && !row.warned_of_use)
      await tell(row, 'warned_of_use', 'contracts.mail.use')
    if (row.ends_on <= addDays(today(), WARN_DAYS) && !row.warned_of_end) await tell(row, 'warned_of_end', 'contracts.mail.end')
  }
}

async function tell(row: ContractRow, mark: 'warned_of_use' | 'warned_of_end', trigger: string): Promise<void> {
  await db.transaction(async (trx) => {
    const changed = await trx
      .from('contracts_contracts')
      .where('id', row.id)
      .whereNull(mark)
      .update({ [mark]: new Date() })
    if (Number(changed)) await sendMail(trx, trigger, { to: { email: row.email, name: row.name }, payload: { contractId: row.id } })
  })
}

/** The values of the warnings. */
export async function warningValues({ contractId }: { contractId: number }): Promise<Record<string, string>> {
  const row = await findContract(contractId)
  const limit = limitOf(row)
  return {
    contract: row.name,
    used: String(row.used),
    limit: limit === null ? '–' : String(limit),
    end: row.ends_on,
    actionUrl: await platformUrl(`/administratie/contract/?id=${row.id}`),
  }
}
