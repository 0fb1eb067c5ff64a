import { beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '#core/testing/app'
import { membershipOf, passed } from './fixtures.js'

const app = await testApp()
// Server code may be imported once the application has booted.
const { default: db } = await import('@adonisjs/lucid/services/db')
const { default: drive } = await import('@adonisjs/drive/services/main')
const { default: Certificate } = await import('../server/models/certificate.js')
const { issueCertificate } = await import('../server/services/issue_service.js')
const { erasePersonalData, exportPersonalData } = await import('../server/services/personal_data.js')
const { documentOf } = await import('../server/services/document_service.js')

describe('issuing', () => {
  beforeAll(() => app.settle())

  const inNoordwind = <T>(fn: (membership: number) => Promise<T>) =>
    app.inCompany('noordwind', async () => fn(await membershipOf('leerling@noordwind.example')))

  it('prints the facts of the day', async () => {
    const certificate = await inNoordwind((member) => issueCertificate(passed(member, { language: 'en', certificateValidMonths: 24 })))
    expect(certificate!.$attributes).toMatchObject({
      personName: 'Sanne de Vries',
      companyName: 'Noordwind',
      courseName: 'Working at height',
      grade: 86,
      language: 'en',
    })
    expect(certificate!.birthdate!.toISODate()).toBe('1994-03-12')
    expect(certificate!.validUntil!.toISODate()).toBe('2028-03-15')
    expect(certificate!.number).toMatch(/^NWO-2026-\d{6}$/)
    expect(Buffer.from(certificate!.token, 'base64url').length).toBeGreaterThanOrEqual(16)
  })

  it('draws the picture of the course version behind the text', async () => {
    const bytesWith = (shortname: string) =>
      inNoordwind(async (member) => {
        const { id } = await db
          .from('learning_course_versions as v')
          .join('learning_courses as c', 'c.id', 'v.course_id')
          .where('c.shortname', shortname)
          .orderBy('v.number', 'desc')
          .select('v.id')
          .firstOrFail()
        const certificate = await issueCertificate(passed(member, { courseVersionId: id }))
        const file = await documentOf(certificate!)
        return file.facts.size
      })
    // The picture itself is 27 KB.
    expect(await bytesWith('offshore-introductie')).toBeGreaterThan((await bytesWith('werken-op-hoogte')) + 15_000)
  })

  it('gives one certificate, event and mail for a repeated or concurrent event', async () => {
    const count = () =>
      inNoordwind(async () => {
        const one = (rows: { n: number }[]) => Number(rows[0]!.n)
        return {
          certificates: one(await db.from('certificates_certificates').count('* as n')),
          mails: one(await db.from('core_mail_outbox').where('trigger', 'certificates.mail.issued').count('* as n')),
        }
      })
    await app.settle()
    const before = await count()
    await inNoordwind(async (member) => {
      const facts = passed(member)
      const [first, second] = await Promise.all([issueCertificate(facts), issueCertificate(facts)])
      const third = await issueCertificate(facts)
      expect(new Set([first!.id, second!.id, third!.id]).size).toBe(1)
    })
    await app.settle()
    expect(await count()).toEqual({ certificates: before.certificates + 1, mails: before.mails + 1 })
  })

  it('gives 20 concurrent certificates unique numbers without gaps, also after a failed one', async () => {
    await inNoordwind(async (member) => {
      const good = Array.from({ length: 20 }, () => passed(member, { passedAt: '2031-05-01T10:00:00.000Z' }))
      // A grade that the column cannot hold fails after the number was taken.
      const bad = { ...good[0]!, participationId: 899_999, grade: 1e12 }
      const results = await Promise.allSettled([...good.slice(0, 10), bad, ...good.slice(10)].map(issueCertificate))
      expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1)
      const rows = await db.from('certificates_certificates').where('number', 'like', 'NWO-2031-%').orderBy('number').select('number')
      expect(rows.map(({ number }) => number)).toEqual(good.map((_, index) => `NWO-2031-${String(index + 1).padStart(6, '0')}`))
    })
  })

  it('issues nothing for a person who is no member of the company', async () => {
    const stranger = await app.inCompany('bouwmeester', () => membershipOf('leerling@bouwmeester.example'))
    expect(await app.inCompany('noordwind', () => issueCertificate(passed(stranger)))).toBeNull()
  })

  it('draws the PDF again when the stored file is lost', async () => {
    await inNoordwind(async (member) => {
      const { id } = (await issueCertificate(passed(member)))!
      const first = await documentOf(await Certificate.findOrFail(id))
      const { fileId } = await Certificate.findOrFail(id)
      expect(fileId).not.toBeNull()
      const file = await db.from('core_files').where('id', fileId!).firstOrFail()
      await drive.use().delete(file.key)
      const again = await documentOf(await Certificate.findOrFail(id))
      expect(again.facts.size).toBeGreaterThan(1000)
      expect(again.facts.name).toBe(first.facts.name)
      expect(await again.isThere()).toBe(true)
    })
  })

  it('stores one of several concurrent drawings', async () => {
    await app.inCompany('bouwmeester', async () => {
      const member = await membershipOf('leerling@bouwmeester.example')
      const issued = (await issueCertificate(passed(member)))!
      const certificate = await Certificate.findOrFail(issued.id)
      const drawn = await Promise.all([1, 2, 3].map(() => documentOf(certificate)))
      await app.settle()
      const kept = await db.from('core_files').where('name', `${issued.number}.pdf`)
      expect(kept).toHaveLength(1)
      expect(new Set(drawn.map(({ facts }) => facts.id))).toEqual(new Set([kept[0].id]))
    })
  })

  it('exports a person’s certificates, and erases the person but not the record', async () => {
    await app.inCompany('bouwmeester', async () => {
      const member = await membershipOf('leerling@bouwmeester.example')
      const issued = (await issueCertificate(passed(member)))!
      await documentOf(await Certificate.findOrFail(issued.id))
      const { certificates } = (await exportPersonalData(member)) as { certificates: { number: string; person_name: string }[] }
      expect(certificates.find(({ number }) => number === issued.number)?.person_name).toBe('Mehmet Yılmaz')

      await erasePersonalData(member)
      await erasePersonalData(member)
      const erased = await Certificate.findOrFail(issued.id)
      expect(erased.$attributes).toMatchObject({
        personName: 'M. Y.',
        birthdate: null,
        number: issued.number,
        courseName: issued.courseName,
        fileId: null,
      })
      expect(erased.revokedAt).not.toBeNull()
      // The job that draws ahead may be running: its drawing shows the person, and it discards it.
      await app.settle()
      const kept = await db.from('core_files').where({ purpose: 'certificates.pdf', membership_id: member })
      expect(kept).toEqual([])
    })
  })
})
