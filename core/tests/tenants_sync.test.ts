import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inDatabase, nameOf } from '#core/database/urls'
import { type Clone, cloneTemplate } from '#core/testing/clone'

// The operator's command in a process of its own, on a database whose companies were created from their folders.

let clone: Clone
let drop: () => Promise<void>
let client: pg.Client

beforeAll(async () => {
  ;({ clone, drop } = await cloneTemplate(process.env))
  client = new pg.Client({ connectionString: inDatabase(process.env.TEST_SUPERUSER_URL!, nameOf(clone.DATABASE_URL)) })
  await client.connect()
  afterAll(async () => {
    await client.end()
    await drop()
  })
})

const ask = async (sql: string) => (await client.query(sql)).rows
const sync = async (...args: string[]) => {
  const command = ['--import=@poppinss/ts-exec', 'core/bin/plugin_command.ts', 'core.sync_tenants', ...args]
  const { stdout } = await promisify(execFile)(process.execPath, command, { env: { ...process.env, ...clone } })
  return stdout.trim().split('\n')
}
const cityOf = async (loginId: string) => (await ask(`select city from core_companies where login_id = '${loginId}'`))[0].city

it('reports the differences and changes nothing until it is told to', async () => {
  // An admin changed a word on screen, and since then the folder of that company has changed.
  await ask(
    `update core_companies set city = 'Elders', declared_hash = case login_id when 'noordwind' then 'another' else declared_hash end`,
  )
  const before = await ask('select * from core_companies order by id')
  const said = await sync()
  expect(said).toEqual([
    'bouwmeester: stays as it is',
    'examenhuis: stays as it is',
    'noordwind: is overwritten with what its folder says',
    '  core.city: "Elders" -> "IJmuiden"',
    'Nothing was changed. Add `-- --apply` to do it.',
  ])
  expect([await cityOf('noordwind'), await ask('select * from core_companies order by id')]).toEqual(['Elders', before])
  await expect(sync('--aply')).rejects.toThrow('Usage: npm run tenants:sync [-- --apply]')
  expect(await cityOf('noordwind')).toBe('Elders')
  // The same report first, and then the change.
  expect(await sync('--apply')).toEqual([...said.slice(0, 4), 'The companies of tenants/ are declared.'])
  expect([await cityOf('noordwind'), await cityOf('bouwmeester')]).toEqual(['IJmuiden', 'Elders'])
})
