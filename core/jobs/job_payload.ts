/**
 * The payload of a job that is run by hand.
 * @param text JSON as typed; none when left out
 * @throws Error when it is no JSON object
 */
export function jobPayload(text = '{}'): object {
  let payload: unknown
  try {
    payload = JSON.parse(text)
  } catch {
    throw new Error(`The payload is no JSON: ${text}`)
  }
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) throw new Error(`The payload is no JSON object: ${text}`)
  return payload
}
