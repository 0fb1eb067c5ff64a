import { type TestApp } from './app.js'

/** The tables, of every plugin and of the queues, that contain a word anywhere in a row: what a search of a dump would find. */
export async function placesWith(app: TestApp, word: string): Promise<string[]> {
  const { default: db } = await import('@adonisjs/lucid/services/db')
  return app.asSystem(async () => {
    const { rows } = await db.rawQuery(
      `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('public', 'pgboss') and c.relkind = 'r' and c.relname not like 'core\\_migrations%' and c.relname not like 'adonis%'`,
    )
    const found: string[] = []
    for (const { name } of rows as { name: string }[]) {
      const hit = await db.rawQuery(`select 1 from ${name} t where t::text ilike ? limit 1`, [`%${word}%`])
      if (hit.rows.length) found.push(name)
    }
    return found
  })
}
