import { execFileSync } from 'node:child_process'
import { expect } from '@playwright/test'
import { inDatabase } from './database.js'

/** Returns the output of a command of the platform. */
export function asOperator(...command: string[]): string {
  const args = ['--import=@poppinss/ts-exec', 'core/bin/plugin_command.ts', ...command]
  const env = { ...process.env, ...(JSON.parse(process.env.SERVER_ENV!) as Record<string, string>) }
  return execFileSync(process.execPath, args, { env, encoding: 'utf8' })
}

/**
 * Runs the cause and returns the mail of this trigger that the person receives, unmasked and as an operator opens it. The mail is written a
 * moment after its cause, so the newest mail may still be an earlier one.
 */
export async function mailFor(to: string, trigger: string, cause: () => Promise<unknown>): Promise<string> {
  const last = () =>
    inDatabase<{ id: string; subject: string | null } | undefined>(async (client) => {
      const { rows } = await client.query(
        `select id, subject from core_mail_outbox where to_email = $1 and trigger = $2 order by id desc limit 1`,
        [to, trigger],
      )
      return rows[0]
    })
  const before = (await last())?.id
  await cause()
  let id: string | undefined
  const arrived = async () => {
    const mail = await last()
    id = mail?.subject && mail.id !== before ? mail.id : undefined
    return id
  }
  await expect.poll(arrived).toBeTruthy()
  return asOperator('core.open_mail', String(id))
}
