import { describe, expect, it, vi } from 'vitest'
import { BUCKET, startS3 } from '#core/testing/s3_server'
import { answerAll, film, prepareFor, recordedWorld, sendPiece, startQuiz, takeQuiz } from './recorded.js'

// @own-process: keeps files in a bucket

// Set these before the application boots: it reads its settings once.
const settings = await startS3()
Object.assign(process.env, settings)

describe('evidence in a bucket', () => {
  it('is stored encrypted, can be read back, and is deleted after it expires', async () => {
    const world = await recordedWorld()
    const { default: db } = await import('@adonisjs/lucid/services/db')
    const { S3Client, GetObjectCommand, ListObjectsV2Command } = await import('@aws-sdk/client-s3')
    const credentials = { accessKeyId: settings.S3_ACCESS_KEY_ID!, secretAccessKey: settings.S3_SECRET_ACCESS_KEY! }
    const s3 = new S3Client({ endpoint: settings.S3_ENDPOINT, region: 'eu-west-1', forcePathStyle: true, credentials })
    const inBucket = async () => {
      const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: BUCKET, Prefix: `companies/${world.own.id}/` }))
      return Contents.map(({ Key }) => Key!)
    }
    const who = await world.candidate()
    const before = await inBucket()
    const attempt = await takeQuiz(world, who)
    const added = (await inBucket()).filter((key) => !before.includes(key))
    // Three pieces and two photos.
    expect(added).toHaveLength(5)
    const head = film(0).subarray(0, 64)
    const stored: Buffer[] = []
    for (const Key of added) {
      const { Body } = await s3.send(new GetObjectCommand({ Bucket: BUCKET, Key }))
      const bytes = Buffer.from(await Body!.transformToByteArray())
      expect(bytes.includes(head)).toBe(false)
      stored.push(bytes.subarray(-64))
    }
    const examiner = await world.examiner()
    const at = `/api/proctoring/reviews/${attempt}`
    await examiner.post(`${at}/claim`)
    const { pieces } = (await examiner.get(at)).body.data
    expect(Buffer.from((await examiner.get(`${at}/pieces/${pieces[0].id}`)).bytes).equals(film(0))).toBe(true)
    await examiner.post(`${at}/decision`, { verdict: 'approve', explanation: '' })
    await world.app.asSystem(() =>
      db
        .from('proctoring_recordings')
        .where('attempt_id', attempt)
        .update({ evidence_expires_at: db.raw(`now() - interval '1 minute'`) }),
    )
    const { deleteExpiredEvidence } = await import('../server/services/delete_evidence.js')
    await world.app.inCompany(world.own.loginId, () => deleteExpiredEvidence())
    const { removeContent } = await import('#core/files/clean')
    await world.app.asSystem(() => removeContent())
    const left = await inBucket()
    expect(left.filter((key) => added.includes(key))).toEqual([])
    // Nor are the bytes in the bucket under another name.
    for (const Key of left) {
      const { Body } = await s3.send(new GetObjectCommand({ Bucket: BUCKET, Key }))
      const bytes = Buffer.from(await Body!.transformToByteArray())
      expect(stored.some((part) => bytes.includes(part))).toBe(false)
    }
  })

  it('continues the exam when the bucket is full, marks the gap, and stores the piece once there is room', async () => {
    const world = await recordedWorld()
    const { default: db } = await import('@adonisjs/lucid/services/db')
    const { default: drive } = await import('@adonisjs/drive/services/main')
    const who = await world.candidate()
    await prepareFor(who)
    const attempt: number = (await startQuiz(who)).body.data.id
    expect((await sendPiece(who.client, attempt, 0)).status).toBe(200)
    const full = vi.spyOn(drive.use(), 'put').mockRejectedValue(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
    const fullStream = vi.spyOn(drive.use(), 'putStream').mockRejectedValue(Object.assign(new Error('no space left'), { code: 'ENOSPC' }))
    // Not a 4xx: those tell the browser to drop a piece.
    expect((await sendPiece(who.client, attempt, 1)).status).toBeGreaterThanOrEqual(500)
    await answerAll(world, who, attempt)
    const marks = () =>
      world.app.asSystem(() =>
        db
          .from('proctoring_marks as m')
          .join('proctoring_recordings as r', 'r.id', 'm.recording_id')
          .where({ 'r.attempt_id': attempt, 'm.kind': 'storage_full' }),
      )
    expect(await marks()).toHaveLength(1)
    full.mockRestore()
    fullStream.mockRestore()
    expect((await sendPiece(who.client, attempt, 1)).body).toMatchObject({ outcome: 'kept' })
    expect((await who.client.post(`/api/learning/attempts/${attempt}/submit`)).body.data).toMatchObject({ status: 'in_review' })
    expect(await marks()).toHaveLength(1)
  })
})
