import { type Argon2Parameters, argon2, createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { type IncomingMessage, createServer } from 'node:http'
import { promisify } from 'node:util'
import pg from 'pg'

// The baseline of the bench: no framework, no scope, the same SQL as prepared statements and the same work that HTTP needs.
const { BENCH_SQL, BENCH_PORT, DATABASE_URL, DATABASE_ACROSS_URL } = process.env
const sql = JSON.parse(BENCH_SQL!) as {
  session: string
  memberships: string
  candidates: string
  companyId: number
  lists: Record<string, string>
}
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

const pool = (url: string, options: string) => new pg.Pool({ connectionString: url, max: 10, options })
const across = pool(DATABASE_ACROSS_URL!, '-c role=platform_across')
const tenant = pool(DATABASE_URL!, `-c role=platform_tenant -c app.company_id=${sql.companyId}`)
const hashPassword = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>

async function findSession(request: IncomingMessage) {
  const token = /session=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
  const { rows } = await across.query({ name: 'session', text: sql.session, values: [createHash('sha256').update(token).digest(), false] })
  return rows[0]
}

const handlers: Record<string, (request: IncomingMessage) => Promise<unknown>> = {
  '/user/identify': async (request) => {
    const session = await findSession(request)
    const { rows } = await across.query({ name: 'memberships', text: sql.memberships, values: [session.user_id] })
    return { status: 'good', ...session, memberships: rows }
  },
  '/public/auth/login/': async (request) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { email, password } = JSON.parse(Buffer.concat(chunks).toString())
    const { rows } = await across.query({ name: 'candidates', text: sql.candidates, values: [email] })
    const [user] = rows
    // Hashed as we do: $argon2id$v=19$m=…,t=…,p=…$salt$hash
    const [, , , cost, salt, hash] = user.password.split('$')
    const [memory, passes, parallelism] = cost.match(/\d+/g).map(Number)
    const wanted = Buffer.from(hash, 'base64')
    const nonce = Buffer.from(salt, 'base64')
    const given = await hashPassword('argon2id', { message: password, nonce, memory, passes, parallelism, tagLength: wanted.length })
    if (!timingSafeEqual(given, wanted)) return { status: 'error' }
    const token = randomBytes(32).toString('base64url')
    const expires = new Date(Date.now() + 43_200_000)
    await across.query({
      name: 'insert',
      text: 'insert into core_sessions (token_hash, user_id, company_id, membership_id, expires_at) values ($1, $2, $3, $4, $5)',
      values: [createHash('sha256').update(token).digest(), user.user_id, user.company_id, user.membership_id, expires],
    })
    return { status: 'good', expires_at: expires, role: user.role }
  },
}

// The baseline for plugins: one query for the person's rows.
for (const [path, text] of Object.entries(sql.lists)) {
  handlers[path] = async (request) => {
    const session = await findSession(request)
    const { rows } = await tenant.query({ name: path, text, values: [session.membership_id] })
    return { data: rows.map((row) => ({ ...row, name: row.name?.nl })) }
  }
}

createServer(async (request, response) => {
  try {
    const body = JSON.stringify(await handlers[request.url!]!(request))
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) }).end(body)
  } catch (error) {
    console.error(error)
    response.writeHead(500).end()
  }
}).listen(Number(BENCH_PORT), '127.0.0.1')
