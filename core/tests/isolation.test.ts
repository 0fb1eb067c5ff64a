import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Ask, PLATFORM_ONLY, filledPath, isWalled, probedTables, rowParams, triedOnTable } from '#core/isolation/probes'
import { ACCESS_ROLES, readAccessTables } from '#core/testing/access_tables'
import { inDatabase, nameOf } from '#core/database/urls'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import { PERSON_OF, routesToTry } from '#core/testing/every_route'
import type { TestClient } from '#core/testing/client'

// Tenant isolation, proved for every table and route of every plugin. A new plugin is covered automatically.

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

interface Row {
  [column: string]: unknown
}

async function query(sql: string, values: unknown[] = []): Promise<Row[]> {
  const { default: db } = await import('@adonisjs/lucid/services/db')
  const { rows } = await db.rawQuery(sql, values as string[])
  return rows
}
const acrossAll = (sql: string, values: readonly unknown[] = []) => app.asSystem(() => query(sql, [...values]))

describe('the database', () => {
  it('forces a policy on every table', async () => {
    const tables = await probedTables(acrossAll)
    expect(tables.length).toBeGreaterThan(20)
    const open = tables.filter((table) => !isWalled(table))
    expect(open.map(({ name }) => name)).toEqual([])
  })

  it('has no view that bypasses the policies', async () => {
    const [own] = await acrossAll(
      `select count(*) as n from core_memberships m join core_companies c on c.id = m.company_id where c.login_id = 'noordwind'`,
    )
    const views = await acrossAll(
      `select relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind in ('v', 'm')`,
    )
    expect(views.map(({ name }) => name)).toContain('kit_members')
    await app.inCompany('noordwind', async () => {
      expect(await query('select count(*) as n from kit_members')).toEqual([own])
      expect(await query('select login_id from kit_companies')).toEqual([{ login_id: 'noordwind' }])
      for (const { name } of views) {
        // A view that only the system may read gives a company nothing.
        const rows = await query(`select * from ${String(name)}`).catch((error: { code?: string }) => {
          if (error.code === '42501') return []
          throw error
        })
        // Null belongs to the platform and is readable by every company.
        const companies = rows.map((row) => (row.company_id === undefined ? row.id : row.company_id)).filter((id) => id !== null)
        expect(new Set(companies).size, String(name)).toBeLessThanOrEqual(1)
      }
    })
  })

  it('runs as roles that own nothing and cannot bypass a policy', async () => {
    const [login] = await acrossAll(`select session_user as name, rolsuper, rolbypassrls from pg_roles where rolname = session_user`)
    expect(login).toMatchObject({ rolsuper: false, rolbypassrls: false })
    const [role] = await app.inCompany('noordwind', () =>
      query(`select current_user as name, rolsuper, rolbypassrls from pg_roles where rolname = current_user`),
    )
    expect(role).toEqual({ name: 'platform_tenant', rolsuper: false, rolbypassrls: false })
    const owned = await acrossAll(
      `select relname from pg_class where pg_get_userbyid(relowner) in (session_user, 'platform_tenant', 'platform_across')`,
    )
    expect(owned).toEqual([])
  })

  it('rejects a query outside a scope, also in a transaction and on the named second connection', async () => {
    const { default: db } = await import('@adonisjs/lucid/services/db')
    const { withoutScope } = await import('#core/tenancy/scope')
    await withoutScope(async () => {
      await expect(db.from('core_companies')).rejects.toThrow(/scope/)
      await expect(db.transaction()).rejects.toThrow(/scope/)
      await expect(db.connection('across').from('core_companies')).rejects.toThrow(/scope/)
    })
    await app.inCompany('noordwind', async () => {
      await expect(db.connection('across').from('core_companies')).rejects.toThrow(/scope/)
    })
  })

  it('has no connection that bypasses the scope and allows none to be added', async () => {
    const { default: db } = await import('@adonisjs/lucid/services/db')
    const { withoutScope } = await import('#core/tenancy/scope')
    const names = [...db.manager.connections.keys()]
    expect(names.sort()).toEqual(['across', 'tenant'])
    const [noordwind] = await acrossAll(`select id from core_companies where login_id = 'noordwind'`)
    const rows = () => db.from('core_memberships').where('company_id', noordwind!.id as number)
    const own = (await app.inCompany('noordwind', () => rows())).length
    const open: string[] = []
    for (const name of [...names, 'owner']) {
      const read = async () => (await db.connection(name).from('core_memberships')).length
      await withoutScope(() => read()).then(
        () => open.push(`${name} in no scope`),
        () => {},
      )
      await app.inCompany('noordwind', read).then(
        (seen) => seen === own || open.push(`${name} in a company's scope: ${seen}`),
        () => {},
      )
    }
    expect(open).toEqual([])
    const config = { client: 'pg', connection: { connectionString: process.env.DATABASE_URL! } } as const
    expect(() => db.manager.add('owner', config)).toThrow(/No database connection may be added/)
    expect(() => db.manager.add('mine', config)).toThrow(/No database connection may be added/)
  })

  it('lets a company’s connection switch to no other role and see no jobs', async () => {
    const { default: pg } = await import('pg')
    const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
    await client.connect()
    const open: string[] = []
    for (const role of ['platform_across', 'platform_owner', 'platform_app_across', 'postgres']) {
      for (const first of ['reset role', 'set role platform_tenant']) {
        await client.query(first)
        await client.query(`set role ${role}`).then(
          () => open.push(`${first}; set role ${role}`),
          () => {},
        )
      }
    }
    await client.query('reset role')
    for (const table of ['pgboss.job', 'core_outbox', 'core_users', 'core_memberships']) {
      await client.query(`select * from ${table}`).then(
        ({ rowCount }) => rowCount && open.push(table),
        () => {},
      )
    }
    await client.end()
    expect(open).toEqual([])
  })

  it('gives the restricted role no rows when no company is set', async () => {
    const { default: pg } = await import('pg')
    const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
    await client.connect()
    await client.query('set role platform_tenant')
    const seen: string[] = []
    for (const { name, tenant } of await probedTables(acrossAll)) {
      if (!tenant) continue
      const condition = 'where company_id is not null'
      const { rows } = await client.query(`select count(*) as n from ${name} ${condition}`)
      if (Number(rows[0].n)) seen.push(name)
    }
    await client.end()
    expect(seen).toEqual([])
  })

  it('shows and lets a company change its own rows only, in every table', async () => {
    const [noordwind] = await acrossAll(`select id from core_companies where login_id = 'noordwind'`)
    const leaks: string[] = []
    const { default: db } = await import('@adonisjs/lucid/services/db')
    for (const { name, tenant } of await probedTables(acrossAll)) {
      if (!tenant || PLATFORM_ONLY.has(name)) continue
      await app.inCompany('bouwmeester', async () => {
        const change: Ask = async (sql, values = []) => {
          const trx = await db.transaction()
          try {
            return (await trx.rawQuery(sql, values as string[])).rows
          } finally {
            await trx.rollback()
          }
        }
        const open = await triedOnTable(name, noordwind!.id as number, { ask: (sql, values) => query(sql, [...(values ?? [])]), change })
        leaks.push(...open.map((what) => `${name}: ${what}`))
      })
    }
    expect(leaks).toEqual([])
  })

  it('binds every reference between company rows to the company itself', async () => {
    // The database checks foreign keys without policies: with an id alone a company could attach its rows to another company's.
    const loose = await acrossAll(`
      select conrelid::regclass::text || '.' || conname as name
        from pg_constraint con
        join pg_attribute own on own.attrelid = con.conrelid and own.attname = 'company_id' and own.attnotnull
        join pg_attribute their on their.attrelid = con.confrelid and their.attname = 'company_id' and their.attnotnull
       where con.contype = 'f' and not (own.attnum = any(con.conkey))`)
    expect(loose.map(({ name }) => name)).toEqual([])
  })

  it('lets a company’s scope reach people, companies and passwords through core only', async () => {
    const { default: db } = await import('@adonisjs/lucid/services/db')
    const [own] = await acrossAll(`select id from core_companies where login_id = 'noordwind'`)
    const [other] = await acrossAll(`select id from core_companies where login_id = 'bouwmeester'`)
    const [admin] = await acrossAll(`select id from core_users where platform_role = 'admin'`)
    const [theirs] = await acrossAll(`select a.participation_id, a.activity_id from learning_attempts a where a.company_id = ? limit 1`, [
      other!.id,
    ])
    const attempts: [string, unknown[]][] = [
      [`insert into core_memberships (company_id, user_id, role) values (?, ?, 'beheerder')`, [own!.id, admin!.id]],
      [`insert into core_users (email, firstname, lastname) values ('new@noordwind.example', 'N', 'N')`, []],
      [`update core_memberships set role = 'beheerder'`, []],
      [`update core_users set email = 'x@x.example'`, []],
      [`select password from core_users limit 1`, []],
      [`update core_companies set no_direct_communication = true`, []],
      [`update core_company_settings set chosen = '{}'`, []],
      [`insert into core_company_settings (company_id, plugin) values (?, 'sample')`, [own!.id]],
      [`insert into core_sessions (token_hash, user_id, expires_at) values ('x', ?, now())`, [admin!.id]],
      [
        `insert into learning_attempts (company_id, review_company_id, participation_id, activity_id, number) values (?, ?, ?, ?, 99)`,
        [other!.id, own!.id, theirs!.participation_id, theirs!.activity_id],
      ],
      [
        `insert into learning_attempts (company_id, participation_id, activity_id, number) values (?, ?, ?, 99)`,
        [own!.id, theirs!.participation_id, theirs!.activity_id],
      ],
      [`insert into learning_courses (shortname, sector, type) values ('x', 'offshore', 'exam')`, []],
    ]
    const letThrough: string[] = []
    await app.inCompany('noordwind', async () => {
      for (const [sql, values] of attempts) {
        const trx = await db.transaction()
        await trx.rawQuery(sql, values as string[]).then(
          () => letThrough.push(sql),
          () => {},
        )
        await trx.rollback()
      }
    })
    expect(letThrough).toEqual([])
  })

  it('mixes nothing up when two companies query the same few connections at once', async () => {
    const { default: db } = await import('@adonisjs/lucid/services/db')
    const companies = (await acrossAll('select id, login_id from core_companies')) as { id: number; login_id: string }[]
    const { inCompany } = await import('#core/tenancy/scope')
    let wrong = 0
    const work = Array.from({ length: 400 }, (_, index) => {
      const company = companies[index % companies.length]!
      return inCompany(company.id, async () => {
        const rows =
          index % 3
            ? await db.from('core_memberships').select('company_id')
            : await db.transaction((trx) => trx.from('core_memberships').select('company_id'))
        if (rows.some((row) => row.company_id !== company.id)) wrong += 1
        const [own] = await db.from('core_companies').select('id')
        if (own.id !== company.id) wrong += 1
      })
    })
    await Promise.all(work)
    expect(wrong).toBe(0)
  })

  it('never runs a prepared statement under another company, also after failed statements', async () => {
    const { default: db } = await import('@adonisjs/lucid/services/db')
    const { preparedQuery } = await import('#core/kit/database')
    const { inCompany } = await import('#core/tenancy/scope')
    const companies = (await acrossAll('select id from core_companies order by id')) as { id: number }[]
    const seen = await Promise.all(
      Array.from({ length: 600 }, (_, index) => {
        const { id } = companies[index % companies.length]!
        return inCompany(id, async () => {
          // Every fifth query fails while it runs, every seventh while it is read; the connection is reused for others.
          if (index % 5 === 0) await expect(preparedQuery(db, 'test_fails', 'select 1 / $1::int as n', [0])).rejects.toThrow('division')
          if (index % 7 === 0)
            await expect(preparedQuery(db, `test_none_${index}`, 'select nothing_there', [])).rejects.toThrow('nothing_there')
          const ask = (on: Parameters<typeof preparedQuery>[0]) =>
            preparedQuery<{ badge: string; n: number; m: number }>(
              on,
              'test_badge',
              `select current_setting('app.company_id') as badge, $1::int as n, (select min(company_id) from core_memberships) as m`,
              [index],
            )
          const [row] = index % 4 ? await ask(db) : await db.transaction((trx) => ask(trx))
          return { id, index, row }
        })
      }),
    )
    expect(seen.filter(({ id, index, row }) => Number(row!.badge) !== id || row!.n !== index || (row!.m ?? id) !== id)).toEqual([])
  })
})

describe('every route', () => {
  const clients: Record<string, TestClient> = {}
  beforeAll(async () => {
    // No demo starts a long task, so a task of another company is created here.
    await acrossAll(
      `insert into core_tasks (company_id, user_id, membership_id, name, payload)
       select m.company_id, m.user_id, m.id, 'core.lists.export', '{}' from core_memberships m
         join core_companies c on c.id = m.company_id where c.login_id = 'bouwmeester' order by m.id limit 1 returning id`,
    )
    for (const [role, email] of Object.entries(PERSON_OF)) clients[role] = await signInAs(email)
  })

  it('answers each role as the reviewed tables say', async () => {
    const { pluginRegistry } = await import('#core/plugins/registry')
    const registry = pluginRegistry()
    const reviewed = readAccessTables(registry.plugins)
    expect([...reviewed.keys()].sort(), 'tests/access.txt of core and each plugin lists every route once').toEqual(
      registry.routes.map(({ name }) => name).sort(),
    )
    const companies = await acrossAll('select login_id::text, plugins from core_companies')
    const wrong: string[] = []
    for (const route of await routesToTry()) {
      const path = filledPath(route.path, () => '0')
      for (const role of ACCESS_ROLES) {
        const client = role === 'visitor' ? app.visitor() : clients[role]!
        const { status } = await client.request(route.method, path, route.method === 'GET' ? undefined : {})
        const company = companies.find(({ login_id: id }) => PERSON_OF[role]?.endsWith(`@${String(id)}.example`))
        const isOff = company && route.access.kind !== 'anyone' && !registry.isOn(route.plugin, company.plugins as string[])
        const expected = isOff
          ? status === 404
          : reviewed.get(route.name)!.has(role)
            ? status !== 401 && status !== 403 && status < 500
            : status === (role === 'visitor' ? 401 : route.hidden ? 404 : 403)
        if (!expected) wrong.push(`${route.method} ${route.path} as ${role}: ${status}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('answers 404 to another company’s rows and changes none of them', async () => {
    const wrong: string[] = []
    // Data that a demo does not have: an unfinished upload.
    await acrossAll(`insert into core_uploads (company_id, token, purpose, name, size, membership_id)
      select m.company_id, repeat('a', 48), 'certificates.pdf', 'Bewijs.pdf', 10, m.id
        from core_memberships m join core_companies c on c.id = m.company_id where c.login_id = 'bouwmeester' order by m.id limit 1`)
    for (const route of await routesToTry()) {
      // A company is the tenant itself: the access rule decides who may name one, as tested above.
      const bound = [...rowParams(route)]
      if (!bound.length) continue
      const foreign: Record<string, unknown> = {}
      for (const [param, { table, column }] of bound) {
        const [row] = await acrossAll(
          `select t.${column} as value from ${table} t join core_companies c on c.id = t.company_id where c.login_id = 'bouwmeester' order by t.id limit 1`,
        )
        // Without a row the route would pass unproved: add one to the demo.
        expect(row, `the demo has no row in ${table} for ${route.name}`).toBeDefined()
        foreign[param] = row!.value
      }
      const path = filledPath(route.path, (param) => foreign[param] ?? 1)
      const { table } = bound[0]![1]
      const state = () => acrossAll(`select md5(string_agg(t::text, '|' order by t.id)) as state from ${table} t`)
      for (const role of ['leerling', 'beheerder']) {
        const before = await state()
        const { status } = await clients[role]!.request(route.method, path, route.method === 'GET' ? undefined : (route.sampleBody ?? {}))
        const mayUse = status !== 403
        if (mayUse && status !== 404) wrong.push(`${route.method} ${route.path} as ${role}: ${status}`)
        if (JSON.stringify(before) !== JSON.stringify(await state())) wrong.push(`${route.method} ${route.path} as ${role} changed a row`)
      }
    }
    expect(wrong).toEqual([])
  })
})

/** The same archive with another PDF in it. */
async function withOtherPdf(archive: Buffer): Promise<Buffer> {
  const [{ fromBufferPromise }, { ZipFile }, { buffer }] = await Promise.all([
    import('yauzl'),
    import('yazl'),
    import('node:stream/consumers'),
  ])
  const zip = await fromBufferPromise(archive, { lazyEntries: true })
  const forged = new ZipFile()
  for await (const entry of zip.eachEntry()) {
    const content = await buffer(await zip.openReadStreamPromise(entry))
    forged.addBuffer(entry.fileName === 'report.pdf' ? Buffer.from('%PDF-1.7 all is well') : content, entry.fileName)
  }
  forged.end()
  return buffer(forged.outputStream as never)
}

/** Routes to what a member stores for themselves: one supervisor gets it, but not the visit by which the report calls as the company. */
const OWN_ROWS = new Set([
  'GET /api/core/tasks/:id',
  'GET /api/core/tasks/:id/file',
  'GET /api/core/tasks/:id/rows',
  'GET /api/reports/reports/:id',
])

describe('the isolation report of an admin', () => {
  it('tests every table, route and file, is signed, changes nothing, and reveals tampering', async () => {
    const { default: db } = await import('@adonisjs/lucid/services/db')
    const { verifyReport } = await import('#core/isolation/verify')
    const { openTaskFile } = await import('#core/tasks/task_file')
    const [company] = await acrossAll(`select id from core_companies where login_id = 'noordwind'`)
    // A mini admin counts as an admin.
    const admin = await signInAs('mini@platform.example')
    const others = await signInAs('beheerder@noordwind.example')
    expect((await others.post(`/api/companies/${String(company!.id)}/isolation`, {})).status).toBe(403)
    const state = () =>
      acrossAll(
        `select (select md5(string_agg(t::text, '|' order by id)) from core_memberships t) as m, (select md5(string_agg(t::text, '|' order by id)) from learning_participations t) as p,
                (select count(*) from core_sessions) as s`,
      )
    const before = await state()
    const started = await admin.post(`/api/companies/${String(company!.id)}/isolation`, {})
    expect(started.status).toBe(202)
    await app.settle()
    const task = await app.asSystem(async () =>
      db
        .from('core_tasks')
        .where('id', (started.body as { data: { id: number } }).data.id)
        .firstOrFail(),
    )
    expect(task).toMatchObject({ state: 'done', code: null })
    expect(await state()).toEqual(before)

    const path = join(process.env.DATA_DIR!, 'isolation.zip')
    await writeFile(path, (await openTaskFile(task.file_key))!)
    const { report, isOurs, fingerprint } = await verifyReport(path)
    expect(isOurs).toBe(true)
    expect(report.rows.filter(({ verdict }) => verdict === 'open')).toEqual([])
    expect(report).toMatchObject({ holds: true, company: { login_id: 'noordwind' } })
    expect(report.outsiders.length).toBeGreaterThan(1)
    // A GET route is held only where the company's own supervisor is answered 200 for the row that another company was refused.
    const { notShared } = await import('#core/isolation/probes')
    const { pluginRegistry } = await import('#core/plugins/registry')
    const tables = await probedTables(acrossAll)
    const outside = (await acrossAll('select id from core_companies where login_id = any(?)', [
      report.outsiders.map(({ login_id }) => login_id),
    ])) as { id: number }[]
    const get = report.rows.filter(({ kind, name }) => kind === 'route' && name.startsWith('GET '))
    const wrong: string[] = []
    for (const { name, verdict } of get) {
      const route = pluginRegistry().routes.find(({ method, path }) => `${method} ${path}` === name)!
      const ids = new Map<string, unknown>()
      for (const [param, { table, column }] of rowParams(route)) {
        const { shared } = tables.find((one) => one.name === table)!
        const besides = outside.map(({ id }) => notShared(shared, id)).join(' and ')
        const [row] = await acrossAll(
          `select ${column} as value from ${table} where company_id = ? and ${besides} order by id desc limit 1`,
          [company!.id],
        )
        if (row) ids.set(param, row.value)
      }
      if ((verdict === 'nothing') !== ids.size < rowParams(route).size) wrong.push(`${name}: ${verdict}`)
      if (verdict === 'nothing') continue
      const { status } = await others.get(filledPath(route.path, (param) => ids.get(param) ?? 1))
      if (verdict === 'held' ? status !== 200 : status === 200 && !OWN_ROWS.has(name)) wrong.push(`${name}: ${verdict}, own ${status}`)
    }
    expect(wrong).toEqual([])
    expect(report.counts.route.held).toBeGreaterThan(report.counts.route.unproven)
    // A route of the person themselves: the supervisor is refused as well.
    expect(get.find(({ name }) => name === 'GET /api/learning/participations/:participation')).toMatchObject({
      verdict: 'unproven',
      detail: { code: 'own_status', value: 403 },
    })
    expect(get.find(({ name }) => name === 'GET /api/people/participants/:id')).toMatchObject({ verdict: 'held', detail: { value: 404 } })
    // Sessions and the audit log name companies and are tested like all others.
    const sessions = report.rows.find(({ name }) => name === 'core_sessions')
    expect(sessions).toMatchObject({ verdict: 'held', detail: { code: 'rows' } })
    // The holder of a report can find the key that signed it.
    const published = (await app.visitor().get('/.well-known/platform-key.json')).body
    expect(published).toMatchObject({ algorithm: 'Ed25519', fingerprint })
    const named = pluginRegistry().routes.filter((route) => rowParams(route).size).length
    expect(report.rows.filter(({ kind }) => kind === 'route').length).toBe(named)
    expect(report.rows.filter(({ kind }) => kind === 'table').length).toBe((await probedTables(acrossAll)).length)
    expect(report.counts.file.held).toBeGreaterThan(5)
    // When there are more files than are checked one by one, the report gives their number.
    const { tryIsolation } = await import('#core/isolation/report')
    const few = await tryIsolation({ companyId: company!.id as number, userId: task.user_id, mostFiles: 2 })
    expect([few.rows.filter(({ kind }) => kind === 'file').length, few.files]).toEqual([2, report.files])
    expect(report.files).toBe(report.rows.filter(({ kind }) => kind === 'file').length)
    expect(report.counts.table.held).toBeGreaterThan(30)

    // A changed report is detected, and so is another PDF beside the signed data: the PDF is what a buyer reads.
    const bytes = await readFile(path)
    for (const name of ['report.json', 'report.pdf']) {
      const forged = Buffer.from(bytes)
      const at = forged.indexOf(name) + 60
      forged.writeUInt8(forged.readUInt8(at) ^ 1, at)
      await writeFile(path, forged)
      await expect(verifyReport(path), name).rejects.toThrow()
    }
    await writeFile(path, await withOtherPdf(bytes))
    await expect(verifyReport(path)).rejects.toThrow('was changed after it was signed')
  })

  it('reports a broken isolation', async () => {
    const { default: pg } = await import('pg')
    const { tryIsolation } = await import('#core/isolation/report')
    const [company] = await acrossAll(`select id from core_companies where login_id = 'noordwind'`)
    const [admin] = await acrossAll(`select id from core_users where platform_role = 'admin' limit 1`)
    const owner = new pg.Client({
      connectionString:
        process.env.DATABASE_OWNER_URL ?? inDatabase(process.env.TEST_DATABASE_OWNER_URL!, nameOf(process.env.DATABASE_URL!)),
    })
    await owner.connect()
    try {
      await owner.query('alter table external_courses_courses disable row level security')
      const report = await tryIsolation({ companyId: company!.id as number, userId: admin!.id as number })
      const open = report.rows.filter(({ verdict }) => verdict === 'open').map(({ kind, name }) => `${kind} ${name}`)
      expect(report.holds).toBe(false)
      expect(open).toContain('table external_courses_courses')
      expect(open.some((name) => name.startsWith('route ') && name.includes('/external'))).toBe(true)
    } finally {
      await owner.query('alter table external_courses_courses enable row level security')
      await owner.end()
    }
  })
})
