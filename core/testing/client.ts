import { explainHang, HANG_MS } from './hang.js'

/** Password of every demo person. */
export const PASSWORD = 'Welkom-2026!'

export interface TestResponse {
  status: number
  /** Parsed JSON, or text. */
  // Tests read responses of every shape; the assertions check their types.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any
  headers: Headers
  bytes: Uint8Array
}

export interface TestUpload {
  name: string
  type: string
  content: Uint8Array | string
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A client that acts like a browser: it stores cookies and fetches the CSRF token itself. */
export class TestClient {
  readonly cookies = new Map<string, string>()
  #csrf: string | undefined

  constructor(readonly url: string) {}

  get = (path: string, headers?: Record<string, string>) => this.request('GET', path, undefined, headers)
  post = (path: string, body: unknown = {}, headers?: Record<string, string>) => this.request('POST', path, body, headers)
  put = (path: string, body: unknown = {}, headers?: Record<string, string>) => this.request('PUT', path, body, headers)
  patch = (path: string, body: unknown = {}, headers?: Record<string, string>) => this.request('PATCH', path, body, headers)
  delete = (path: string, body: unknown = {}, headers?: Record<string, string>) => this.request('DELETE', path, body, headers)

  async upload(path: string, field: string, { name, type, content }: TestUpload): Promise<TestResponse> {
    const form = new FormData()
    form.set(field, new Blob([content as BlobPart], { type }), name)
    return this.request('POST', path, form)
  }

  async request(method: Method, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<TestResponse> {
    if (method === 'GET') return this.#send(method, path, body, headers)
    const attempt = async () => this.#send(method, path, body, { 'x-csrf-token': await this.csrfToken(), ...headers })
    const response = await attempt()
    if (response.status !== 403 || response.body?.code !== 'csrf_failed' || headers['x-csrf-token']) return response
    // As a page does (web/api/platform_fetch.ts): signing in or out changes the token.
    this.#csrf = undefined
    return attempt()
  }

  async csrfToken(): Promise<string> {
    this.#csrf ??= (await this.#send('GET', '/public/auth/csrf/')).body.csrf_token as string
    return this.#csrf
  }

  cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async #send(method: Method, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<TestResponse> {
    const isForm = body instanceof FormData
    const isRaw = typeof body === 'string' || body instanceof Blob
    const watch = setTimeout(() => void explainHang(`${method} ${path}`), HANG_MS)
    const response = await fetch(this.url + path, {
      method,
      redirect: 'manual',
      headers: {
        accept: 'application/json',
        ...(this.cookies.size ? { cookie: this.cookieHeader() } : {}),
        ...(body !== undefined && !isForm ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      body: body === undefined || method === 'GET' ? undefined : isForm || isRaw ? (body as BodyInit) : JSON.stringify(body),
    }).finally(() => clearTimeout(watch))
    for (const cookie of response.headers.getSetCookie()) {
      const [pair] = cookie.split(';')
      const at = pair!.indexOf('=')
      const value = pair!.slice(at + 1)
      if (value === '' || /max-age=-?0?;|max-age=0/i.test(cookie) || /expires=Thu, 01 Jan 1970/i.test(cookie))
        this.cookies.delete(pair!.slice(0, at))
      else this.cookies.set(pair!.slice(0, at), value)
    }
    const bytes = new Uint8Array(await response.arrayBuffer())
    const text = new TextDecoder().decode(bytes)
    let parsed: unknown = text
    if (response.headers.get('content-type')?.includes('json')) parsed = JSON.parse(text)
    return { status: response.status, body: parsed, headers: response.headers, bytes }
  }
}
