import type { HttpContext } from '@adonisjs/core/http'
import { readUpload, sendFile } from '#core/kit/files'
import { attach, listPage } from '#core/kit/lists'
import { platformUrl } from '#core/kit/settings'
import {
  correctionValidator,
  meetingChangeValidator,
  meetingValidator,
  periodValidator,
  photoValidator,
  presenceValidator,
} from '#plugins/toolbox_meetings/server/validators/meetings'
import { sheet } from '../files.js'
import { meetingList } from '../lists/meetings.js'
import { normNow, standingList } from '../lists/people.js'
import { changeMeeting, closeMeeting, createMeeting, findMeeting, groupChoices, lastUsed, removeMeeting } from '../services/meetings.js'
import { openPhoto, removePhoto, savePhoto } from '../services/photo.js'
import { attendeesOf, correctionsOf, correctPresence, setPresence } from '../services/presence.js'
import { registerPdf } from '../services/register_pdf.js'
import { toDetail, toMeeting, toNorm, toStanding } from '../transformers/meetings.js'

async function detail(id: number | string) {
  const row = await findMeeting(id)
  const [attendees, corrections, link] = await Promise.all([
    attendeesOf(row.id),
    correctionsOf(row.id),
    platformUrl(`/toolbox/${row.token}`),
  ])
  return { data: toDetail(row, attendees, corrections, link) }
}

/** The register of toolbox meetings, for supervisors. */
export default class MeetingsController {
  async index(ctx: HttpContext) {
    return listPage(meetingList, ctx, toMeeting)
  }

  async people(ctx: HttpContext) {
    return listPage(standingList, ctx, toStanding)
  }

  async options() {
    const [groups, last, norm] = await Promise.all([groupChoices(), lastUsed(), normNow()])
    return { data: { groups, ...last, norm: toNorm(norm) } }
  }

  async show({ params }: HttpContext) {
    return detail(String(params.id))
  }

  async create({ request, response, session }: HttpContext) {
    const { id } = await createMeeting(session!, await request.validateUsing(meetingValidator))
    response.status(201)
    return detail(id)
  }

  async update({ params, request, session }: HttpContext) {
    const id = String(params.id)
    await findMeeting(id)
    await changeMeeting(session!, id, await request.validateUsing(meetingChangeValidator))
    return detail(id)
  }

  async remove({ params }: HttpContext) {
    await removeMeeting(String(params.id))
    return { status: 'good' as const }
  }

  async presence({ params, request }: HttpContext) {
    const id = String(params.id)
    await findMeeting(id)
    const { members, state } = await request.validateUsing(presenceValidator)
    await setPresence(id, members, state)
    return detail(id)
  }

  async close({ params }: HttpContext) {
    await closeMeeting(String(params.id))
    return detail(String(params.id))
  }

  async correct({ params, request, session }: HttpContext) {
    const id = String(params.id)
    await findMeeting(id)
    await correctPresence(session!, id, await request.validateUsing(correctionValidator))
    return detail(id)
  }

  async savePhoto(ctx: HttpContext) {
    const id = String(ctx.params.id)
    await findMeeting(id)
    const { name } = await photoValidator.validate(ctx.request.qs())
    await savePhoto(id, name, () => readUpload(ctx, 'file', sheet.maxBytes))
    return detail(id)
  }

  async photo(ctx: HttpContext) {
    await sendFile(ctx, await openPhoto(String(ctx.params.id)))
  }

  async removePhoto({ params }: HttpContext) {
    await removePhoto(String(params.id))
    return detail(String(params.id))
  }

  async register(ctx: HttpContext) {
    const period = await ctx.request.validateUsing(periodValidator)
    const bytes = await registerPdf(period, ctx.session!.row.language)
    attach(ctx, { name: `toolboxmeetings-${period.from}-${period.until}.pdf`, type: 'application/pdf' })
    ctx.response.send(Buffer.from(bytes))
  }
}
