import { settings } from '../config/settings.js'
import { brandingOf, type BrandingRow } from '../companies/branding.js'
import { escapeHtml } from '../pages/escape_html.js'
import { supported, translate } from '../i18n/catalogue.js'
import { readableOn } from '../../themes/color.js'

export interface RenderedMail {
  subject: string
  html: string
  text: string
  /** The language that it is in. */
  language: string
}

/**
 * Renders one mail in one language with the company's look. Values are plain
 * text and are escaped; paragraphs of the body are split at blank lines.
 * @param wishedLanguage one without texts gives en
 * @param values what the template's {placeholder}s stand for; `actionUrl` becomes a button labelled `<trigger>.action`
 */
export async function renderMail(
  trigger: string,
  wishedLanguage: string,
  values: Record<string, string>,
  company: BrandingRow & { sender_name: string },
): Promise<RenderedMail> {
  const { appUrl } = await settings()
  const language = supported(wishedLanguage)
  const branding = brandingOf(company)
  const known = { company: company.name, ...values }
  const subject = translate(language, `${trigger}.subject`, known).replace(/[\r\n]+/g, ' ')
  const body = translate(language, `${trigger}.body`, known)
  const action = values.actionUrl ? { url: values.actionUrl, label: translate(language, `${trigger}.action`, known) } : null
  const footer = translate(language, 'core.mail.footer', { company: company.name })
  const paragraphs = body
    .split(/\n{2,}/)
    .map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph).replace(/\n/g, '<br>')}</p>`)
    .join('')
  const button = action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${branding.primaryColor};color:${readableOn(branding.primaryColor)};text-decoration:none;font-weight:600">${escapeHtml(action.label)}</a></p>`
    : ''
  const head = branding.logoUrl
    ? `<img src="${appUrl}${branding.logoUrl}" alt="${escapeHtml(company.name)}" style="max-height:48px;max-width:200px">`
    : `<strong>${escapeHtml(company.name)}</strong>`
  return {
    subject,
    language,
    html: `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head><body style="margin:0;background:#f4f5f7;font-family:system-ui,-apple-system,'Segoe UI',sans-serif;color:#1b2127;line-height:1.5">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#fff;border:1px solid #dfe3e7;border-radius:8px">
<tr><td style="padding:24px 32px;border-bottom:4px solid ${branding.primaryColor}">${head}</td></tr>
<tr><td style="padding:32px">${paragraphs}${button}</td></tr>
<tr><td style="padding:16px 32px;border-top:1px solid #dfe3e7;font-size:13px;color:#59636e">${escapeHtml(footer)}</td></tr>
</table></td></tr></table></body></html>`,
    text: [body, action ? `${action.label}: ${action.url}` : '', `-- \n${footer}`].filter(Boolean).join('\n\n'),
  }
}
