import db from '@adonisjs/lucid/services/db'
import { settings } from '../config/settings.js'
import { DEMO_PASSWORD, DEMO_SIGN_INS } from '../demo/people.js'
import { asSystem } from '../tenancy/scope.js'

/** Prints the addresses of the sites and the demo sign-ins once everything has started. */
export async function printTable(milliseconds: number): Promise<void> {
  const { appUrl, loadDemo } = await settings()
  const companies = await asSystem('start.table', () =>
    db.from('core_companies').where('status', 'active').orderBy('name').select('login_id', 'name').limit(20),
  )
  const rows: [string, string, string][] = []
  for (const { login_id, name } of companies) {
    const people = loadDemo ? DEMO_SIGN_INS.filter(({ memberships }) => login_id in memberships) : []
    rows.push([name, `${appUrl}/login/${login_id}`, people[0]?.email ?? ''])
    for (const { email } of people.slice(1)) rows.push(['', '', email])
  }
  if (loadDemo) {
    const admins = DEMO_SIGN_INS.filter(({ platformRole }) => platformRole)
    admins.forEach(({ email }, index) => rows.push([index ? '' : 'Admin', index ? '' : `${appUrl}/login`, email]))
  }
  const width = (column: 0 | 1 | 2) => Math.max(...rows.map((row) => row[column].length), 8)
  const widths = [width(0), width(1), width(2)] as const
  const line = (row: [string, string, string]) => `  ${row.map((cell, index) => cell.padEnd(widths[index]!)).join('   ')}`.trimEnd()
  console.log(`\n  Ready at ${appUrl} in ${(milliseconds / 1000).toFixed(1)} s\n`)
  console.log(line(['Site', 'Address', loadDemo ? 'Sign in with' : '']))
  console.log(`  ${'─'.repeat(widths[0] + widths[1] + widths[2] + 6)}`)
  for (const row of rows) console.log(line(row))
  if (loadDemo) console.log(`\n  Password of every demo sign-in: ${DEMO_PASSWORD}`)
  console.log('  Stop with Ctrl-C.\n')
}
