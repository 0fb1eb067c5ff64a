import db from '@adonisjs/lucid/services/db'
import type { Incident } from '../contract/bootstrap.js'
import { conflict } from '../contract/errors.js'
import { Recent } from '../cache/lru_cache.js'
import { acrossCompanies } from '../tenancy/across.js'
import { asSystem } from '../tenancy/scope.js'
import type { Session } from '../tenancy/session.js'

/** Every page needs it, so it is cached this long. A change on another node is seen after that. */
const FRESH_MS = 5_000

const known = new Recent<'current', { incident: Incident | null; readAt: number }>(1)

/** The current incident as the operator described it, or null. One query every few seconds. */
export async function currentIncident(): Promise<Incident | null> {
  const read = known.get('current')
  if (read && Date.now() - read.readAt < FRESH_MS) return read.incident
  const row = (await asSystem('incident.read', () =>
    db.from('core_incidents').whereNull('ended_at').orderBy('id', 'desc').select('english_message', 'dutch_message').first(),
  )) as Incident | null
  known.set('current', { incident: row ?? null, readAt: Date.now() })
  return row ?? null
}

/** Shows an incident, replacing the previous one. */
export async function startIncident(incident: Incident): Promise<void> {
  await asSystem('incident.start', () =>
    db.transaction(async (trx) => {
      await trx.from('core_incidents').whereNull('ended_at').update({ ended_at: new Date() })
      await trx.table('core_incidents').insert(incident)
    }),
  )
  known.clear()
}

/** @returns whether there was anything to end */
export async function endIncident(): Promise<boolean> {
  const ended = await asSystem('incident.end', () => db.from('core_incidents').whereNull('ended_at').update({ ended_at: new Date() }))
  known.clear()
  return Number(ended) > 0
}

export interface PastIncident extends Incident {
  id: number
  started_at: Date
  ended_at: Date | null
}

/** Earlier incidents, newest first. */
export async function listIncidents(session: Session): Promise<PastIncident[]> {
  return acrossCompanies(session, 'incidents.list', async () => db.from('core_incidents').orderBy('id', 'desc').limit(50))
}

/** Shows an incident, for an admin; audited. */
export async function startIncidentBy(session: Session, incident: Incident): Promise<void> {
  await acrossCompanies(session, 'incidents.start', () => startIncident(incident))
}

/** Ends it; audited. @throws AppError 409 no_incident */
export async function endIncidentBy(session: Session): Promise<void> {
  if (!(await acrossCompanies(session, 'incidents.end', endIncident))) throw conflict('no_incident')
}
