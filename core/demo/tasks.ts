import db from '@adonisjs/lucid/services/db'

const OWNER = 'mini@platform.example'

/** Demo tasks for /tools/jobs: one that was interrupted and can run again, and one that was stopped. */
export async function loadTasks(): Promise<void> {
  const owner: { id: number } | null = await db.from('core_users').where('email', OWNER).select('id').first()
  if (!owner || (await db.from('core_tasks').where('user_id', owner.id).first())) return
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  const payload = JSON.stringify({ list: 'people.participants', query: '', format: 'xlsx', parts: [] })
  const of = { user_id: owner.id, name: 'core.lists.export', subject: 'people.participants.title', payload }
  await db.table('core_tasks').multiInsert([
    { ...of, state: 'cancelled', total: 42, done: 20, created_at: hoursAgo(29), finished_at: hoursAgo(28) },
    { ...of, state: 'failed', code: 'interrupted', runs: 5, total: 42, done: 30, created_at: hoursAgo(27), finished_at: hoursAgo(3) },
  ])
}
