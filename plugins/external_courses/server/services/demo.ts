import db from '@adonisjs/lucid/services/db'
import { addDays, today } from '#core/kit/days'
import { attachFile, storeFile } from '#core/kit/files'
import { currentCompanyId } from '#core/kit/scope'
import { attachment } from '../files.js'
import Course from '../models/course.js'
import { addCourse } from './course_service.js'
import { emitSaved } from './facts.js'

/** A page with one line, as small as a PDF can be. */
const pdf = (line: string) => {
  const text = `BT /F1 18 Tf 60 760 Td (${line}) Tj ET`
  return `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
4 0 obj<</Length ${text.length}>>stream
${text}
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
%%EOF
`
}

/** A certificate that a person uploaded, to be reviewed. */
async function submitted(membershipId: number): Promise<void> {
  const file = await storeFile(attachment, {
    name: 'EHBO-certificaat.pdf',
    content: new TextEncoder().encode(pdf('EHBO-certificaat')),
    membershipId,
  })
  await db.transaction(async (trx) => {
    const course = await Course.create(
      {
        ...{ companyId: currentCompanyId(), membershipId, kind: 'other', name: 'EHBO', status: 'passed', approval: 'submitted' },
        ...{ description: '', obtainedOn: addDays(today(), -20), validUntil: addDays(today(), 710) },
      },
      { client: trx },
    )
    await trx
      .table('external_courses_attachments')
      .insert({ company_id: currentCompanyId(), course_id: course.id, file_id: file.id, description: '' })
    await attachFile(trx, file.id, { purpose: attachment })
    await emitSaved(trx, course.id)
  })
}

/** Courses of a fresh demo, also used by the isolation test. Idempotent. @param people include those who work offshore */
export async function loadDemo(members: readonly number[], people: readonly number[]): Promise<void> {
  const [first, second, third] = members
  if (!first || (await Course.query().first())) return
  const { row } = await addCourse({
    kind: 'b_vca',
    name: 'B-VCA',
    diploma_number: '0000000.00000001',
    membership_id: first,
    status: 'passed',
    grade: 82,
    valid_until: addDays(today(), 40),
    description: 'Examen bij een erkend examencentrum in Utrecht.',
  })
  const file = await storeFile(attachment, {
    name: 'Diploma B-VCA.pdf',
    content: new TextEncoder().encode(pdf('Diploma B-VCA')),
    membershipId: first,
  })
  await db.transaction(async (trx) => {
    await trx
      .table('external_courses_attachments')
      .insert({ company_id: currentCompanyId(), course_id: row.id, file_id: file.id, description: 'Het diploma, gescand' })
    await attachFile(trx, file.id, { purpose: attachment })
  })
  if (second) await addCourse({ name: 'BHV herhaling', membership_id: second, status: 'passed', valid_until: addDays(today(), 320) })
  // The yearly instruction at the gates of construction sites: it ended for the first visitor of a project (demo of direct_access).
  for (const [index, person] of people.slice(0, 7).entries()) {
    const until = index === 0 ? addDays(today(), -15) : addDays(today(), 150 + index * 12)
    await addCourse({ kind: 'gpi', name: 'GPI', membership_id: person, status: 'passed', valid_until: until })
  }
  // It satisfies B-VCA too.
  if (second) await addCourse({ name: 'VOL-VCA', membership_id: second, status: 'passed', valid_until: addDays(today(), 1600) })
  // People of Den Helder (demo of groups): one within the renewal window, one before it, one after the end.
  for (const [index, name, days] of [
    [1, 'GWO Working at Heights', 45],
    [4, 'GWO Sea Survival', 100],
    [7, 'GWO Working at Heights', -12],
  ] as const) {
    const person = people[index]
    if (person) await addCourse({ name, membership_id: person, status: 'passed', valid_until: addDays(today(), days) })
  }
  if (second) await submitted(second)
  if (third)
    await addCourse({ name: 'Heftruckcertificaat', membership_id: third, status: 'busy', description: 'Twee dagen, praktijk in december.' })
}

/**
 * The crew of next week's shutdown at Noordwind (demo of direct_access) has B-VCA, except one whose diploma ended and one who never had it.
 * Idempotent.
 */
export async function loadShutdown(people: readonly number[]): Promise<void> {
  const crew = people.slice(8, 20)
  if (await Course.query().whereIn('membershipId', crew).where('name', 'B-VCA').first()) return
  for (const [index, person] of crew.entries()) {
    if (index === 7) continue
    const days = index === 3 ? -20 : 300 + index * 90
    await addCourse({ name: 'B-VCA', membership_id: person, status: 'passed', valid_until: addDays(today(), days) })
  }
}
