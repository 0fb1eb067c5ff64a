import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

export const BUCKET = 'platform-files'

interface Signed {
  uri: string
}

/**
 * Amazon's client requests `/bucket/` and signs that; this server drops the slash and would refuse to list. It checks everything else about
 * a signature: a wrong key is refused.
 */
function signWithTheSlash(): void {
  const v4 = createRequire(import.meta.url)('@20minutes/s3rver/lib/signature/v4')
  const original = v4.getStringToSign as (request: Signed, given: unknown) => string
  v4.getStringToSign = (request: Signed, given: unknown) =>
    original({ ...request, uri: request.uri === `/${BUCKET}` ? `/${BUCKET}/` : request.uri }, given)
}

/**
 * Starts a server that speaks S3 over HTTP, for this test file, with one bucket.
 * @returns the settings that point to it
 */
export async function startS3(): Promise<Record<string, string>> {
  // @ts-expect-error it has no types
  const { default: S3rver } = await import('@20minutes/s3rver')
  signWithTheSlash()
  const directory = await mkdtemp(join(tmpdir(), 's3-'))
  const s3 = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets: [{ name: BUCKET, configs: [] }] })
  await s3.run()
  const { port } = (s3.httpServer as Server).address() as AddressInfo
  afterAll(async () => {
    await s3.close()
    await rm(directory, { recursive: true })
  })
  return {
    DRIVE_DISK: 's3',
    S3_BUCKET: BUCKET,
    S3_REGION: 'eu-west-1',
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  }
}
