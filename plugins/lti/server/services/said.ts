import { textOf } from './claims.js'

/** What another system says of somebody's name: in two parts, or as a whole. Pure. */
export function namesOf(said: Readonly<Record<string, unknown>>): { given: string; family: string } {
  const whole = textOf(said.name, 200)?.trim() ?? ''
  const [first = '', ...rest] = whole.split(/\s+/)
  return {
    given: textOf(said.given_name, 100)?.trim() || first.slice(0, 100),
    family: textOf(said.family_name, 100)?.trim() || rest.join(' ').slice(0, 100),
  }
}

/** An address as it is kept; null for what is none. Pure. */
export function emailOf(said: unknown): string | null {
  const email = textOf(said, 254)?.trim().toLowerCase() ?? null
  return email && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? email : null
}
