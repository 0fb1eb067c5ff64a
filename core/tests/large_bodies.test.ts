import { IncomingMessage } from 'node:http'
import { Socket, connect } from 'node:net'
import { beforeAll, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { readRawBody } from '#core/http/raw_body'

// A body that is too large must get its response, and so must the next request on the same connection. It is larger than any buffer between
// client and server, so that the server cannot have read all of it when it refuses.

const SIZE = 24 * 1024 * 1024
let app: TestApp
let supervisor: TestClient

beforeAll(async () => {
  app = await testApp()
  supervisor = await signInAs('beheerder@noordwind.example')
})

/** Sends a large body and then a second request on one connection. @returns both statuses */
async function statusesOf(path: string, { type, chunked }: { type: string; chunked: boolean }): Promise<number[]> {
  const { hostname, port } = new URL(app.url)
  // Signing in changed the valid token.
  const { csrf_token: token } = (await supervisor.get('/public/auth/csrf/')).body
  const socket = connect(Number(port), hostname)
  const answers = twoAnswers(socket)
  const head = (method: string, path: string, more: string[]) =>
    [`${method} ${path} HTTP/1.1`, `host: ${hostname}:${port}`, `cookie: ${supervisor.cookieHeader()}`, ...more, '', ''].join('\r\n')
  const length = chunked ? 'transfer-encoding: chunked' : `content-length: ${SIZE}`
  socket.write(head('POST', path, [`content-type: ${type}`, `x-csrf-token: ${token}`, length]))
  const piece = Buffer.alloc(1024 * 1024, 'a')
  for (let sent = 0; sent < SIZE; sent += piece.length)
    socket.write(chunked ? Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]) : piece)
  if (chunked) socket.write('0\r\n\r\n')
  socket.write(head('GET', '/public/auth/csrf/', []))
  const statuses = await answers
  socket.destroy()
  return statuses
}

function twoAnswers(socket: Socket): Promise<number[]> {
  return new Promise((resolve, reject) => {
    let text = ''
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`The connection ended after: ${text}`)))
    socket.on('data', (data: Buffer) => {
      text += data.toString('latin1')
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))
      if (statuses.length === 2) resolve(statuses)
    })
  })
}

const FORM = 'multipart/form-data; boundary=x'

it.each([
  { what: 'JSON', path: '/public/auth/login', type: 'application/json', status: 413 },
  { what: 'a form with a file', path: '/api/people/imports', type: FORM, status: 422 },
  { what: 'a webhook', path: '/public/booking/payment/webhook', type: 'application/json', status: 413 },
])('refuses $what that is too large and accepts the next request', async ({ path, type, status }) => {
  for (const chunked of [false, true]) {
    expect(await statusesOf(path, { type, chunked }), chunked ? 'without a length' : 'with its length').toEqual([status, 200])
  }
})

it('treats a sender who disconnects as a bad request, not as a server error', async () => {
  const request = new IncomingMessage(new Socket())
  const read = readRawBody(request, SIZE)
  request.push('half of it')
  request.destroy(new Error('aborted'))
  await expect(read).rejects.toMatchObject({ status: 400, code: 'bad_request' })
})
