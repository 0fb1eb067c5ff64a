import { textOf } from './claims.js'

/** A person's name from another system: in two parts, or as a whole. Pure. */
export function namesOf(said: Readonly<Record<string, unknown>>): { given: string; family: string } {
  const whole = textOf(said.name, 200)?.trim() ?? ''
  const [first = '', ...rest] = whole.split(/\s+/)
  return {
    given: textOf(said.given_name, 100)?.trim() || first.slice(0, 100),
    family: textOf(said.family_name, 100)?.trim() || rest.join(' ').slice(0, 100),
  }
}

/** An address in stored form; null for an invalid one. Pure. */
export function emailOf(said: unknown): string | null {
  const email = textOf(said, 254)?.trim().toLowerCase() ?? null
  return email && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? email : null
}
