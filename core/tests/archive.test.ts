import { randomBytes } from 'node:crypto'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { inDatabase, nameOf } from '#core/database/urls'
import { type TestApp, signInAs, signInSupervisor, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { cloneTemplate } from '#core/testing/clone'
import { run } from '#core/testing/cluster'
import { loseCompany } from '#core/testing/lose_company'
import { readPdf } from '#core/testing/read_pdf'

// A company is exported from one platform (another database, another key, with the operator's command) and restored in this one.

let app: TestApp
let source: pg.Client
let archive: string
let folder: string
const SOURCE_KEY = randomBytes(32).toString('base64url')

const dbOf = async () => (await import('@adonisjs/lucid/services/db')).default
const restoring = () => import('#core/archive/restore')
const reading = () => import('#core/archive/archive_reader')

type Row = Record<string, unknown>

async function superuser(database: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: inDatabase(process.env.TEST_SUPERUSER_URL!, database) })
  await client.connect()
  return client
}
const ownName = () => nameOf(process.env.DATABASE_OWNER_URL!)

async function across<T>(sql: string, values: unknown[] = []): Promise<T[]> {
  return app.asSystem(async () => (await (await dbOf()).rawQuery(sql, values as string[])).rows)
}

/** The content of every table of the target: a refused archive must change none of it. */
async function wholeState(): Promise<string> {
  const tables = await across<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind = 'r'
      and c.relname not in ('core_audit_log', 'core_rate_limits', 'core_name_words', 'core_member_texts') and c.relname !~ 'migrations|schema' order by 1`,
  )
  const sums = await Promise.all(
    tables.map(({ name }) =>
      across<{ sum: string }>(`select '${name}' || md5(coalesce(string_agg(t::text, '|' order by t.id), '')) as sum from ${name} t`),
    ),
  )
  return sums.map(([row]) => row!.sum).join('\n')
}

beforeAll(async () => {
  app = await testApp()
  const { clone, drop } = await cloneTemplate(process.env)
  folder = clone.DATA_DIR
  source = await superuser(nameOf(clone.DATABASE_URL))
  await marks()
  archive = join(folder, 'noordwind.zip')
  await run(
    [
      '--import=@poppinss/ts-exec',
      'core/bin/plugin_command.ts',
      'core.take_out_company',
      '--company',
      'noordwind',
      '--file',
      archive,
      '--with-passwords',
    ],
    {
      ...clone,
      APP_KEY: SOURCE_KEY,
      APP_URL: app.url,
    },
  )
  afterAll(async () => {
    await source.end()
    await drop()
  })
})

/** Data that a demo does not have and that must survive. */
async function marks(): Promise<void> {
  await source.query(`
    with c as (select id from core_companies where login_id = 'noordwind'),
         f as (insert into core_registration_fields (company_id, label, kind, position) select id, '{"nl":"Pasnummer","en":"Pass"}', 'text', 9 from c returning id, company_id),
         g as (insert into groups_groups (company_id, kind, name, rule)
                 select f.company_id, 'project', 'Op pasnummer', jsonb_build_object('match', 'all', 'conditions',
                   jsonb_build_array(jsonb_build_object('field', 'answer_' || f.id, 'op', 'is', 'value', '7'))) from f returning id, company_id),
         m as (update core_memberships m set extra_info = m.extra_info || jsonb_build_object(f.id::text, '7') from f
                where m.company_id = f.company_id and m.email = 'leerling@noordwind.example' returning m.id, m.company_id)
    insert into core_list_views (company_id, membership_id, list, name, query) select g.company_id, m.id, 'people.participants', 'Van het project', 'groups_group=' || g.id from g, m;
    insert into core_mail_outbox (company_id, trigger, dedupe_key, language, to_email, to_name, from_name, subject, html, text, status)
      select id, 'core.mail.invitation', 'waits', 'nl', 'stays-here@noordwind.example', 'Blijft hier', 'N', 'S', 'H', 'T', 'waiting' from core_companies where login_id = 'noordwind';
    update core_users set password = null where email = 'nobody';
    insert into core_second_factors (user_id, secret, confirmed_at) select id, 'sealed-secret', now() from core_users where email = 'beheerder@noordwind.example';
    -- Also a member of another company.
    insert into core_memberships (company_id, user_id, role, extra_info)
      select c.id, u.id, 'leerling', '{"theirs":"only-the-other-company"}' from core_companies c, core_users u
       where c.login_id = 'bouwmeester' and u.email = 'leerling@noordwind.example';
    -- Of somebody who was erased: what it names is gone.
    update certificates_certificates set participation_id = 900001, membership_id = null, person_name = null
     where id = (select max(x.id) from certificates_certificates x join core_companies c on c.id = x.company_id where c.login_id = 'noordwind');
  `)
}

const CERTIFICATES = `select x.token, x.number, x.file_id from certificates_certificates x join core_companies c on c.id = x.company_id where c.login_id = $1 order by x.number`

const SEALED = `x.content_type = 'application/octet-stream'`

describe('an archive of a company', () => {
  it('contains the company, its people and its files, and nothing of the platform or another company', async () => {
    const { ArchiveReader } = await reading()
    const reader = await ArchiveReader.open(archive)
    const { manifest } = reader
    expect(manifest).toMatchObject({ format: 1, company: { login_id: 'noordwind' }, missing_files: [] })
    const { rows: counts } = await source.query(`select
      (select count(*)::int from core_memberships m join core_companies c on c.id = m.company_id where c.login_id = 'noordwind') as members,
      (select count(*)::int from certificates_certificates x join core_companies c on c.id = x.company_id where c.login_id = 'noordwind') as certificates,
      (select count(*)::int from core_files x join core_companies c on c.id = x.company_id where c.login_id = 'noordwind' and not ${SEALED}) as files,
      (select count(*)::int from core_files x join core_companies c on c.id = x.company_id where c.login_id = 'noordwind' and ${SEALED}) as sealed`)
    // Nobody elsewhere could open them.
    expect(counts[0].sealed).toBeGreaterThan(5)
    expect(counts[0].certificates).toBeGreaterThan(5)
    expect(counts[0].files).toBeGreaterThan(5)
    expect(manifest.tables).toMatchObject({ core_memberships: counts[0].members, certificates_certificates: counts[0].certificates })
    expect(manifest.files).toBe(counts[0].files)

    let text = JSON.stringify(manifest)
    for (const name of Object.keys(manifest.entries)) {
      if (!name.startsWith('files/')) for await (const row of reader.rows(name)) text += JSON.stringify(row)
    }
    reader.close()
    const { rows: others } = await source.query(
      `select u.email::text from core_users u where not exists (select 1 from core_memberships m join core_companies c on c.id = m.company_id where m.user_id = u.id and c.login_id = 'noordwind') and u.platform_role is null`,
    )
    expect(others.length).toBeGreaterThan(5)
    expect(others.filter(({ email }) => text.includes(email))).toEqual([])
    for (const word of [SOURCE_KEY, 'sealed-secret', 'only-the-other-company', 'stays-here@noordwind.example', 'Bouwmeester']) {
      expect(text.includes(word), word).toBe(false)
    }
    expect(text).toContain('$argon2')
  })
})

describe('restoring an archive on another platform', () => {
  let before: { token: string; number: string; file_id: number }[]
  let sum: string

  beforeAll(async () => {
    before = (await source.query(CERTIFICATES, ['noordwind'])).rows
    const target = await superuser(ownName())
    await target.query(`delete from core_companies where login_id = 'noordwind'`)
    await target.query(`delete from core_users u where platform_role is null and email <> 'examinator@noordwind.example'
      and not exists (select 1 from core_memberships m where m.user_id = u.id)`)
    await target.query(`insert into core_users (email, firstname, lastname, password) values ('leerling@noordwind.example', 'Hier', 'Bekend', 'their own')
      on conflict (email) do update set firstname = 'Hier', lastname = 'Bekend', password = 'their own'`)
    await target.end()
    sum = await wholeState()
  })

  const refused = async (path: string, options = {}) =>
    (await restoring()).restoreCompany(path, options).then(
      () => 'restored',
      (error: { code?: string }) => error.code,
    )
  const copyOf = async (name: string, change: (bytes: Buffer) => Buffer) => {
    const path = join(folder, name)
    await writeFile(path, change(await readFile(archive)))
    return path
  }

  /** Flips one bit of the first entry's content, which starts after its header, name and extra field. */
  const changedContent = (bytes: Buffer): Buffer => {
    const at = 30 + bytes.readUInt16LE(26) + bytes.readUInt16LE(28) + 20
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
    return bytes
  }

  it('refuses a truncated, changed, newer or foreign archive and changes nothing', async () => {
    const { ArchiveReader } = await reading()
    const { ArchiveWriter } = await import('#core/archive/archive_writer')
    const { manifest } = await ArchiveReader.open(archive)
    // As by somebody who can write archives: every part is valid on its own.
    const made = async (name: string, over: object, rows: Record<string, string> = {}) => {
      const path = join(folder, name)
      const writer = new ArchiveWriter(path)
      for (const [entry, text] of Object.entries(rows)) await writer.add(entry, [text])
      await writer.end({ ...manifest, ...over })
      return path
    }
    const company = JSON.stringify({ id: 1, login_id: 'nieuw', name: 'N', plugins: [] })
    expect({
      noArchive: await refused(await copyOf('none.zip', () => Buffer.from('no zip at all'))),
      cut: await refused(await copyOf('cut.zip', (bytes) => bytes.subarray(0, bytes.length - 2000))),
      changed: await refused(await copyOf('changed.zip', changedContent)),
      newer: await refused(await made('newer.zip', { format: 2 })),
      lacking: await refused(await made('lacking.zip', { entries: {} })),
      unknownTable: await refused(
        await made('table.zip', { tables: { later_things: 1 } }, { 'rows/core_companies.jsonl': `${company}\n` }),
      ),
      unknownPlugin: await refused(
        await made('plugin.zip', { tables: {} }, { 'rows/core_companies.jsonl': company.replace('[]', '["later"]') }),
      ),
      unknownColumn: await refused(
        await made('column.zip', { tables: {} }, { 'rows/core_companies.jsonl': company.replace('"plugins"', '"later":1,"plugins"') }),
      ),
      taken: await refused(archive, { loginId: 'bouwmeester' }),
      wrong: await refused(archive, { loginId: 'No address' }),
      another: await refused(archive, { fingerprint: '0000 0000' }),
    }).toEqual({
      noArchive: 'archive_unreadable',
      cut: 'archive_unreadable',
      changed: 'archive_tampered',
      newer: 'archive_format_newer',
      lacking: 'archive_tampered',
      unknownTable: 'archive_schema_unknown',
      unknownPlugin: 'archive_plugins_unknown',
      unknownColumn: 'archive_schema_unknown',
      taken: 'login_id_taken',
      wrong: 'login_id_wrong',
      another: 'archive_signed_by_another',
    })
    expect(await wholeState()).toBe(sum)
  })

  it('restores rows, files, certificates and sign-in, and leaves existing accounts unchanged', async () => {
    const { restoreCompany } = await restoring()
    const done = await restoreCompany(archive)
    expect(done).toMatchObject({ loginId: 'noordwind', left: {}, people: { known: 2 } })
    expect(done.files).toBeGreaterThan(5)

    const here = await across<(typeof before)[number]>(CERTIFICATES.replace('$1', '?'), ['noordwind'])
    expect(here.map(({ token, number }) => ({ token, number }))).toEqual(before.map(({ token, number }) => ({ token, number })))
    // A visitor with the address of the QR code, as before.
    const visitor = app.visitor()
    const page = await visitor.request('GET', `/certificate/status/${here[0]!.token}`)
    expect(page.status).toBe(200)
    const status = await visitor.get(`/api/certificates/public/${here[0]!.token}`)
    expect(status).toMatchObject({ status: 200 })
    expect(JSON.stringify(status.body)).toContain(here[0]!.number)

    // Derived data is rebuilt for everybody: lists of people are sorted by it.
    for (const table of ['learning_access_ends', 'certificates_next_ends']) {
      const [made] = await across<{ members: number; kept: number; ends: number }>(
        `select count(*)::int as members, count(k.id)::int as kept, count(k.ends)::int as ends from core_memberships m
           join core_companies c on c.id = m.company_id left join ${table} k on k.id = m.id and k.company_id = m.company_id where c.login_id = 'noordwind'`,
      )
      expect(made!.kept).toBe(made!.members)
      expect(made!.ends).toBeGreaterThan(0)
    }

    const files = await across<{ key: string; sha256: string }>(
      `select f.key, f.sha256 from core_files f join core_companies c on c.id = f.company_id where c.login_id = 'noordwind'`,
    )
    const { openContent } = await import('#core/files/disk')
    const { createHash } = await import('node:crypto')
    for (const { key, sha256 } of files) {
      const hash = createHash('sha256')
      for await (const piece of (await openContent(key))!) hash.update(piece as Buffer)
      expect(hash.digest('hex')).toBe(sha256)
    }

    const known = await across<{ firstname: string; password: string }>(
      `select firstname, password from core_users where email = 'leerling@noordwind.example'`,
    )
    expect(known).toEqual([{ firstname: 'Hier', password: 'their own' }])
    const guarded = await across<{ password: string | null }>(`select password from core_users where email = 'beheerder@noordwind.example'`)
    expect(guarded, 'whose second step stayed behind comes in by their mailbox').toEqual([{ password: null }])
    expect(await refused(archive)).toBe('login_id_taken')
    expect(await refused(archive, { loginId: 'noordwind-2' }), 'its certificates are here already').toBe('archive_taken')
  })

  /** Changes the values that are unique on the whole platform, so that the same archive can be restored beside the original. */
  async function freeUniqueValues(): Promise<void> {
    const target = await superuser(ownName())
    // A new marker each time: with the same one an old row could equal a new one.
    const mark = `'${randomBytes(3).toString('hex')}'`
    const tables =
      'certificates_certificates direct_access_entrances direct_access_visits registration_links directory_tokens learning_external_work learning_package_work toolbox_meetings_meetings passport_links'
    for (const table of tables.split(' ')) await target.query(`update ${table} set token = ${mark} || token`)
    await target.query(`update core_files set public_name = null; update core_mail_outbox set return_token = gen_random_uuid();
      update core_mail_reports set report_key = ${mark} || report_key`)
    await target.end()
  }

  it('assigns new ids where they are taken and keeps all references intact', async () => {
    await freeUniqueValues()
    const { restoreCompany } = await restoring()
    const done = await restoreCompany(archive, { loginId: 'noordwind-2' })
    expect(done.people.made).toBe(0)
    expect(done.renumbered).toBe(done.rows)

    const copy = join(folder, 'copy.zip')
    const { exportCompany } = await import('#core/archive/export_company')
    await exportCompany(done.companyId, copy)
    const was = await canonical(archive)
    // A person who already had an account here keeps their name.
    const isKnown = (row: Row) => row.email === 'leerling@noordwind.example'
    was.core_memberships = was.core_memberships!.map((row) =>
      isKnown(row) ? { ...row, firstname: 'Hier', infix: null, lastname: 'Bekend' } : row,
    )
    expect(await canonical(copy)).toEqual(was)

    const [view] = await across<{ query: string; name: string; rule: { conditions: { field: string }[] }; answered: string }>(`
      select v.query, g.name, g.rule, m.extra_info->>substr(g.rule->'conditions'->0->>'field', 8) as answered
        from core_list_views v join groups_groups g on 'groups_group=' || g.id = v.query and g.company_id = v.company_id
        join core_memberships m on m.id = v.membership_id where v.company_id = ${done.companyId} and v.name = 'Van het project'`)
    expect(view).toMatchObject({ name: 'Op pasnummer', answered: '7' })
  })

  it('leaves out PDFs with the old address on a platform with another address, and draws them again', async () => {
    await freeUniqueValues()
    const { settings } = await import('#core/config/settings')
    const { restoreCompany } = await restoring()
    const config = await settings()
    const { appUrl } = config
    config.appUrl = 'https://elsewhere.example'
    onTestFinished(() => {
      config.appUrl = appUrl
    })
    const { companyId } = await restoreCompany(archive, { loginId: 'noordwind-3' })
    const [of] = await across<{ certificates: number; drawn: number; pdfs: number; files: number }>(
      `select count(*)::int as certificates, count(file_id)::int as drawn,
              (select count(*)::int from core_files f where f.company_id = ? and f.purpose = 'certificates.certificate') as pdfs,
              (select count(*)::int from core_files f where f.company_id = ?) as files
         from certificates_certificates where company_id = ?`,
      [companyId, companyId, companyId],
    )
    expect(of).toMatchObject({ drawn: 0, pdfs: 0 })
    expect(of!.certificates).toBeGreaterThan(5)
    expect(of!.files).toBeGreaterThan(0)

    const [certificate] = await across<{ id: number; token: string }>(
      'select id, token from certificates_certificates where company_id = ? and person_name is not null order by id limit 1',
      [companyId],
    )
    const { bytes } = await (await signInSupervisor('noordwind-3')).get(`/api/certificates/${certificate!.id}/pdf`)
    const text = (await readPdf(bytes)).pages.flat().map((part) => part.text)
    expect(text.join('')).toContain(`elsewhere.example/certificate/status/${certificate!.token}`)
    expect(text.join('')).not.toContain(new URL(appUrl).host)
  })

  /** Replaces every id by its row's position in its table, in the archive's order, so that results are equal whatever the ids are. */
  async function canonical(path: string): Promise<Record<string, Row[]>> {
    const { ArchiveReader } = await reading()
    const { readArchiveSchema } = await import('#core/archive/archive_schema')
    const { withIds } = await import('#core/archive/rows')
    const { pluginRegistry } = await import('#core/plugins/registry')
    const { tables, rules } = await readArchiveSchema((sql) => across(sql), pluginRegistry().plugins)
    const reader = await ArchiveReader.open(path)
    const places = new Map<string, Map<number, string>>()
    for (const { name } of tables) {
      const place = new Map<number, string>()
      for await (const { id } of reader.rows<{ id: number }>(`rows/${name}.jsonl`)) place.set(id, `#${place.size}`)
      places.set(name, place)
    }
    const people = new Map<number, string>()
    for await (const { id, email } of reader.rows<{ id: number; email: string }>('people.jsonl')) people.set(id, email)
    const shared = new Map<string, unknown>()
    for await (const { table, id, key } of reader.rows<{ table: string; id: number; key: object }>('platform.jsonl'))
      shared.set(
        `${table} ${id}`,
        Object.values(key)
          .filter((value) => typeof value !== 'number')
          .join(' '),
      )
    const ids = {
      of: (table: string, id: number) =>
        (table === 'core_users'
          ? people.get(id)
          : (places.get(table)?.get(id) ?? shared.get(`${table} ${id}`) ?? 'nobody')) as never as number,
    }
    const all: Record<string, Row[]> = {}
    for (const table of tables) {
      const rows: Row[] = []
      for await (const row of reader.rows<Row>(`rows/${table.name}.jsonl`)) {
        const { key: _key, public_name: _name, ...rest } = withIds(row, table, rules, ids)
        rows.push({
          ...(table.name === 'core_files' ? rest : withIds(row, table, rules, ids)),
          id: places.get(table.name)!.get(row.id as number),
          company_id: 0,
        })
      }
      // Rows that the restore itself logged.
      if (rows.length) all[table.name] = rows.filter((row) => row.action !== 'restore_company')
    }
    reader.close()
    for (const [table, rows] of Object.entries(all)) if (!rows.length) delete all[table]
    return all
  }

  it('lets people sign in with their old password', async () => {
    const { rows } = await source.query(`select m.email::text from core_memberships m join core_companies c on c.id = m.company_id
       where c.login_id = 'noordwind' and m.role = 'leerling' and m.status = 'active' and m.email <> 'leerling@noordwind.example' order by m.id limit 5`)
    const client = await signInAs(rows[0].email)
    expect((await client.get('/user/identify')).status).toBe(200)
  })
})

describe('an archive on screen', () => {
  it('encrypts password hashes with the platform’s key, unless the operator includes them in plain form', async () => {
    const { ArchiveReader } = await reading()
    const { exportCompany } = await import('#core/archive/export_company')
    const [company] = await across<{ id: number }>(`select id from core_companies where login_id = 'bouwmeester'`)
    const path = join(folder, 'sealed.zip')
    await exportCompany(company!.id, path)
    const reader = await ArchiveReader.open(path)
    const people: Row[] = []
    for await (const person of reader.rows<Row>('people.jsonl')) people.push(person)
    reader.close()
    expect(people.filter(({ password_sealed: sealed }) => sealed).length).toBeGreaterThan(1)
    expect(JSON.stringify(people)).not.toContain('$argon2')
  })

  it('is exported by a task of an admin with a file to download, and by nobody else', async () => {
    const { rows } = await source.query(`select id from core_companies where login_id = 'bouwmeester'`)
    const path = `/api/companies/${String(rows[0].id)}/archive`
    for (const email of ['leerling@bouwmeester.example', 'beheerder@bouwmeester.example']) {
      expect((await (await signInAs(email)).post(path, {})).status).toBe(403)
    }
    const admin = await signInAs('admin@platform.example')
    const started = await admin.post(path, {})
    expect(started.status).toBe(202)
    await app.settle()
    const { id } = (started.body as { data: { id: number } }).data
    const done = await admin.get(`/api/core/tasks/${id}`)
    // The file name contains the company's name, so that two downloads can be told apart.
    expect(done.body).toMatchObject({
      data: { state: 'done', about: 'Bouwmeester', file: { name: expect.stringMatching(/^bouwmeester-.*\.zip$/) } },
    })
    const [{ file_key: key }] = (await across<{ file_key: string }>('select file_key from core_tasks where id = ?', [id])) as [
      { file_key: string },
    ]
    const path2 = join(folder, 'screen.zip')
    const { openContent } = await import('#core/files/disk')
    await writeFile(path2, (await openContent(key))!)
    const { ArchiveReader } = await reading()
    expect((await ArchiveReader.open(path2)).manifest.company.login_id).toBe('bouwmeester')
    const [noted] = await across<{ n: number }>(`select count(*)::int as n from core_audit_log where action = 'take_out_company'`)
    expect(noted!.n).toBe(1)
  })

  it('is uploaded by an admin or mini admin, inspected, and restored once under another address; nobody else may', async () => {
    const bytes = await readFile(join(folder, 'screen.zip'))
    const send = (client: TestClient, content: Uint8Array) =>
      client.request('POST', '/api/companies/archives', new Blob([content as BlobPart]), { 'content-type': 'application/zip' })
    const restore = (client: TestClient, body: object) => client.post('/api/companies/archives/restore', body)
    for (const email of ['leerling@bouwmeester.example', 'beheerder@bouwmeester.example'])
      expect((await send(await signInAs(email), bytes)).status).toBe(403)
    const admin = await signInAs('mini@platform.example')
    const [{ id: company }] = (await across<Row>(`select id from core_companies where login_id = 'noordwind'`)) as [Row]
    const taken = await admin.post(`/api/companies/${String(company)}/archive`, {})
    expect([taken.status, (await admin.post(`/api/core/tasks/${taken.body.data.id}/cancel`, {})).status]).toEqual([202, 200])
    await app.settle()
    const staged = async () => {
      const { stagingFolder } = await import('#core/files/staging')
      return (await readdir(await stagingFolder('archives'), { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
    }
    const people = (company: string) =>
      across(
        `select m.email::text, m.role, m.status from core_memberships m join core_companies c on c.id = m.company_id where c.login_id = ? order by 1`,
        [company],
      )
    // An archive that another platform signed is for the operator only.
    const foreign = await send(admin, await readFile(archive))
    expect([foreign.status, foreign.body.code]).toEqual([409, 'archive_signed_by_another'])
    // An invalid or changed archive is not stored.
    const changed = Buffer.from(bytes)
    changed.write('x', changed.indexOf('core_memberships.jsonl') + 60)
    for (const content of [Buffer.from('no archive'), changed]) expect((await send(admin, content)).status).toBe(422)
    expect(await staged()).toEqual([])

    const { body } = await send(admin, bytes)
    const { token, ...facts } = body.data
    const nothing = { count: 0, names: [] }
    expect(facts).toMatchObject({ company: { login_id: 'bouwmeester', name: 'Bouwmeester' }, is_taken: true, missing: nothing })
    expect(facts.people).toBeGreaterThan(0)
    const wrong = async (change: object) => {
      const answer = await restore(admin, { token, login_id: 'bouwmeester-twee', ...change })
      return [answer.status, answer.body.errors?.[0]?.rule ?? answer.body.code]
    }
    expect(await wrong({ login_id: 'bouwmeester' })).toEqual([422, 'unique'])
    expect(await wrong({ login_id: 'Geen Adres' })).toEqual([422, 'login_id'])
    expect(await wrong({ login_id: 'dashboard' })).toEqual([422, 'reserved'])
    expect(await wrong({ token: '0'.repeat(48) })).toEqual([404, 'not_found'])

    // While the company exists, its certificates and invoices exist here already.
    const run = async (login_id: string, of = token) => {
      const started = await restore(admin, { token: of, login_id })
      expect(started.status).toBe(202)
      expect(started.body.data.about).toBe(login_id)
      await app.settle()
      return (await admin.get(`/api/core/tasks/${started.body.data.id}`)).body.data
    }
    const refused = await run('bouwmeester-twee')
    expect([refused.state, refused.code, await staged()]).toEqual(['failed', 'archive_taken', []])

    const before = await people('bouwmeester')
    await loseCompany('bouwmeester')
    // A course with another name here and a version with other content: both are reported before anything starts.
    const target = await superuser(ownName())
    const call = (name: string, now: string) => target.query('update learning_courses set shortname = $2 where shortname = $1', [name, now])
    const write = (hash: string) =>
      target.query(
        `update learning_course_versions v set content_hash = ${hash} from learning_courses c where c.id = v.course_id and c.shortname = 'tillen-en-dragen'`,
      )
    // Published versions never change; a trigger enforces it.
    await target.query('set session_replication_role = replica')
    await call('werken-op-hoogte', 'elders')
    await write(`'x' || v.content_hash`)
    expect((await send(admin, bytes)).body.data.missing).toEqual({ count: 2, names: ['tillen-en-dragen', 'werken-op-hoogte'] })
    await call('elders', 'werken-op-hoogte')
    await write('substr(v.content_hash, 2)')
    await target.end()
    const again = (await send(admin, bytes)).body.data
    expect(again.is_taken).toBe(false)
    const task = await run('bouwmeester-twee', again.token)
    expect([task.state, task.code, task.done > 0, task.done === task.total]).toEqual(['done', null, true, true])
    expect(await staged()).toEqual([])
    expect(before.length).toBeGreaterThan(5)
    expect(await people('bouwmeester-twee')).toEqual(before)
    const [noted] = await across<Row>(
      `select u.email::text, a.details->>'login_id' as login_id from core_audit_log a join core_users u on u.id = a.user_id where action = 'restore_company'
        order by a.id desc limit 1`,
    )
    expect(noted).toEqual({ email: 'mini@platform.example', login_id: 'bouwmeester-twee' })
    const page = await app.visitor().get('/login/bouwmeester-twee', { accept: 'text/html' })
    expect(page.status).toBe(200)
    // The archive was used up.
    expect((await restore(admin, { token: again.token, login_id: 'bouwmeester-drie' })).status).toBe(404)
  })
})

describe('a table without an archive decision', () => {
  it('is reported by name', async () => {
    const { readArchiveSchema } = await import('#core/archive/archive_schema')
    const { pluginRegistry } = await import('#core/plugins/registry')
    const target = await superuser(ownName())
    await target.query('begin')
    const read = async () =>
      readArchiveSchema(async (sql) => (await target.query(sql)).rows, pluginRegistry().plugins).then(() => 'decided', String)
    expect(await read()).toBe('decided')
    await target.query(`create table later_things (id bigint generated always as identity primary key, company_id bigint, thing_id bigint, words jsonb);
      create table later_others (id bigint primary key, name text)`)
    expect(await read()).toMatch(
      /the table later_others, which has no company_id; the number later_things.thing_id; the document later_things.words/,
    )
    await target.query('rollback')
    await target.end()
  })
})
