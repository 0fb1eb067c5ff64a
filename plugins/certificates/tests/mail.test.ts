import { expect, it } from 'vitest'
import { testApp } from '#core/testing/app'
import { startMailServer } from '#core/testing/mail_server'
import { certificateIssued } from '../contract/index.js'

// @own-process: sets a mail server

const { letters } = await startMailServer()
const app = await testApp()

it('the mail about a certificate has its PDF attached', async () => {
  const { default: db } = await import('@adonisjs/lucid/services/db')
  const { emit } = await import('#core/events/outbox')
  const certificate = await app.inCompany('noordwind', () =>
    db.from('certificates_certificates').whereNotNull('membership_id').whereNull('revoked_at').firstOrFail(),
  )
  await app.inCompany('noordwind', () =>
    db.transaction((trx) =>
      emit(trx, certificateIssued, {
        certificateId: certificate.id,
        participationId: certificate.participation_id,
        membershipId: certificate.membership_id,
        number: certificate.number,
        courseName: certificate.course_name,
        issuedAt: new Date().toISOString(),
        validUntil: null,
      }),
    ),
  )
  await app.settle()
  const { source } = letters[0]!
  expect(letters).toHaveLength(1)
  expect(source).toContain(`filename=${certificate.number}.pdf`)
  const base64 = /application\/pdf[^]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)\r\n--/.exec(source)![1]!
  expect(Buffer.from(base64, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
})
