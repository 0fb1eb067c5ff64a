import logger from '@adonisjs/core/services/logger'
import { settings } from '../config/settings.js'
import { brandingOf, type BrandingRow } from '../companies/branding.js'
import { supported, translate, translateText } from '../i18n/catalogue.js'
import { readableOn } from '../../themes/color.js'
import { layoutOf } from './layout.js'
import type { MailWords } from './mail_words.js'

export interface RenderedMail {
  subject: string
  html: string
  text: string
  /** The language it is written in. */
  language: string
}

/**
 * Renders one mail in one language with the company's look. Values are plain text and are escaped; blank lines separate paragraphs.
 * @param wishedLanguage en when it has no texts
 * @param values of the template's {placeholder}s; `actionUrl` becomes a button labelled `<trigger>.action`
 * @param own the company's own words, already in that language
 * @param about `hasAccount`: false for an address without an account, which the last line mentions; `unsubscribe`: the address of the
 * unsubscribe link
 */
export async function renderMail(
  trigger: string,
  wishedLanguage: string,
  values: Record<string, string>,
  company: BrandingRow & { sender_name: string },
  own?: MailWords | null,
  { hasAccount = true, unsubscribe = null }: { hasAccount?: boolean; unsubscribe?: string | null } = {},
): Promise<RenderedMail> {
  const { appUrl } = await settings()
  const language = supported(wishedLanguage)
  const branding = brandingOf(company)
  const known = { company: company.name, ...values }
  const say = (part: 'subject' | 'body' | 'action') =>
    inOwnWords(own?.[part], language, known) ?? translate(language, `${trigger}.${part}`, known)
  const subject = say('subject').replace(/[\r\n]+/g, ' ')
  // An empty placeholder leaves no double space.
  const body = say('body').replace(/\n{3,}/g, '\n\n')
  const action = values.actionUrl ? { url: values.actionUrl, label: say('action') } : null
  const footer = translate(language, hasAccount ? 'core.mail.footer' : 'core.mail.footer_address', { company: company.name })
  const stop = unsubscribe === null ? null : { url: unsubscribe, label: translate(language, 'core.mail.unsubscribe') }
  // Mail programs do not draw SVG: a company with such a logo is named instead.
  const logo = branding.logoUrl && !branding.logoUrl.endsWith('.svg') ? `${appUrl}${branding.logoUrl}` : null
  const colors = { brand: branding.primaryColor, onBrand: readableOn(branding.primaryColor) }
  return {
    subject,
    language,
    html: layoutOf({ language, subject, body, action, footer, stop, company: company.name, logo, colors }),
    text: [body, action ? `${action.label}: ${action.url}` : '', `-- \n${footer}`, stop ? `${stop.label}: ${stop.url}` : '']
      .filter(Boolean)
      .join('\n\n'),
  }
}

/** Null without own words, and when they use a placeholder that no longer exists, so that the mail is still sent. */
function inOwnWords(text: string | null | undefined, language: string, values: Record<string, string>): string | null {
  if (!text) return null
  try {
    return translateText(language, text, values)
  } catch (error) {
    logger.warn({ err: error }, "a company's own words for a mail cannot be used")
    return null
  }
}
