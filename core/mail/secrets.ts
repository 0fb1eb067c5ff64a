import encryption from '@adonisjs/core/services/encryption'
import type { RenderedMail } from './render.js'

const PURPOSE = 'core.mail'
const DOTS = '••••••••'

export type Sealed = Pick<RenderedMail, 'subject' | 'html' | 'text'>

/** Encrypted with the platform's key: who reads the table, or is an admin, reads no secret. */
export const seal = ({ subject, html, text }: Sealed): string => encryption.encrypt({ subject, html, text }, { purpose: PURPOSE })

/** @throws Error when it was sealed with another APP_KEY */
export function unseal(sealed: string): Sealed {
  const opened = encryption.decrypt<Sealed>(sealed, PURPOSE)
  if (!opened) throw new Error('This mail was sealed with another APP_KEY.')
  return opened
}

/** What stands in the outbox instead of a secret: a link keeps its address and loses what opens it. Pure. */
export function mask(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null
  return url?.search ? `${url.origin}${url.pathname}?${[...url.searchParams.keys()].map((name) => `${name}=${DOTS}`).join('&')}` : DOTS
}
