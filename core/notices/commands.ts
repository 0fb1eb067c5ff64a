import { endIncident, startIncident } from './incident.js'
import { MAX_INCIDENT as MAX_LENGTH } from './validators.js'

/**
 * `npm run plugin:command -- core.start_incident "<English>" "<Dutch>"`: shows the red strip on every page.
 * @throws Error one line: how it is used
 */
export async function startIncidentCommand([english = '', dutch = '', ...rest]: readonly string[]): Promise<void> {
  const messages = [english.trim(), dutch.trim()]
  if (rest.length || messages.some((text) => !text || text.length > MAX_LENGTH)) {
    throw new Error(`Usage: npm run plugin:command -- core.start_incident "<English>" "<Dutch>", each of 1 to ${MAX_LENGTH} characters.`)
  }
  await startIncident({ english_message: messages[0]!, dutch_message: messages[1]! })
  console.log('Every page that is opened from now on tells of the incident.')
}

/** `npm run plugin:command -- core.end_incident`: removes the strip. */
export async function endIncidentCommand(): Promise<void> {
  console.log((await endIncident()) ? 'The incident is over.' : 'There was no incident.')
}
