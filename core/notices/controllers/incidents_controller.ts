import type { HttpContext } from '@adonisjs/core/http'
import { incidentValidator } from '#core/notices/validators'
import { endIncidentBy, listIncidents, type PastIncident, startIncidentBy } from '../incident.js'

const toIncident = ({ id, english_message, dutch_message, started_at, ended_at }: PastIncident) => ({
  id,
  english_message,
  dutch_message,
  started_at: started_at.toISOString(),
  ended_at: ended_at?.toISOString() ?? null,
})

/** The current incident and earlier ones, for admins. */
export default class IncidentsController {
  async index({ session }: HttpContext) {
    return { data: (await listIncidents(session!)).map(toIncident) }
  }

  async start({ request, session }: HttpContext) {
    await startIncidentBy(session!, await request.validateUsing(incidentValidator))
    return { status: 'good' as const }
  }

  async end({ session }: HttpContext) {
    await endIncidentBy(session!)
    return { status: 'good' as const }
  }
}
