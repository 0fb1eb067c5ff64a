import encryption from '@adonisjs/core/services/encryption'
import type { RenderedMail } from './render.js'

const PURPOSE = 'core.mail'
const DOTS = '••••••••'

export type Sealed = Pick<RenderedMail, 'subject' | 'html' | 'text'>

/** Encrypts with the platform's key, so that readers of the table and admins see no secret. */
export const seal = ({ subject, html, text }: Sealed): string => encryption.encrypt({ subject, html, text }, { purpose: PURPOSE })

/** @throws Error when it was encrypted with another APP_KEY */
export function unseal(sealed: string): Sealed {
  const opened = encryption.decrypt<Sealed>(sealed, PURPOSE)
  if (!opened) throw new Error('This mail was sealed with another APP_KEY.')
  return opened
}

/** The text stored instead of a secret: a link keeps its address without the token. Pure. */
export function mask(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null
  return url?.search ? `${url.origin}${url.pathname}?${[...url.searchParams.keys()].map((name) => `${name}=${DOTS}`).join('&')}` : DOTS
}
