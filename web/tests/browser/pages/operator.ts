import { execFileSync } from 'node:child_process'
import { expect } from '@playwright/test'
import { inDatabase } from './database.js'

/** What a command of the platform prints. */
export function asOperator(...command: string[]): string {
  const args = ['--import=@poppinss/ts-exec', 'core/bin/plugin_command.ts', ...command]
  const env = { ...process.env, ...(JSON.parse(process.env.SERVER_ENV!) as Record<string, string>) }
  return execFileSync(process.execPath, args, { env, encoding: 'utf8' })
}

/** The last mail of a kind to somebody, as they read it: secrets and all. An operator opens it. */
export async function lastMail(to: string, trigger: string): Promise<string> {
  let id: string | undefined
  // It stands there before it is written: an earlier one that is written already is not the last.
  const find = () =>
    inDatabase(async (client) => {
      const { rows } = await client.query(
        `select id, subject from core_mail_outbox where to_email = $1 and trigger = $2 order by id desc limit 1`,
        [to, trigger],
      )
      id = rows[0]?.subject ? rows[0].id : undefined
    })
  await expect.poll(async () => (await find(), id)).toBeTruthy()
  return asOperator('core.open_mail', String(id))
}
