/**
 * The payload of a job that is run by hand: a job reads its own by name.
 * @param text as it was typed; without it there is none
 * @throws Error where that is no JSON object
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
