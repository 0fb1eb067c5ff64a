import { testApp } from './app.js'

/** The login ids of the companies in which a scheduled job has work now, from its `due` query. */
export async function dueIn(job: string): Promise<string[]> {
  const app = await testApp()
  const { dueCompanies } = await import('../jobs/schedules.js')
  const { default: db } = await import('@adonisjs/lucid/services/db')
  return app.asSystem(async () => {
    const rows: { login_id: string }[] = await db
      .from('core_companies')
      .whereIn('id', await dueCompanies(job))
      .orderBy('login_id')
      .select(db.raw('login_id::text as login_id'))
    return rows.map(({ login_id: loginId }) => loginId)
  })
}
