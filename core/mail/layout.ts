import { escapeHtml } from '../pages/escape_html.js'

export interface Letter {
  language: string
  subject: string
  /** Paragraphs, split at blank lines. */
  body: string
  action: { url: string; label: string } | null
  footer: string
  /** The unsubscribe link below the last line. */
  stop: { url: string; label: string } | null
  company: string
  /** Absolute; null shows the company's name. */
  logo: string | null
  colors: { brand: string; onBrand: string }
}

const FONT = `system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`
const INK = '#1b2127'
const GREY = '#59636e'

const table = (attributes: string, inner: string) =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"${attributes}>${inner}</table>`

/**
 * The HTML frame of every mail: tables, inline styles, a width for Outlook that phones may shrink, light and dark. Escapes its content.
 * Pure.
 */
export function layoutOf({ language, subject, body, action, footer, stop, company, logo, colors }: Letter): string {
  const paragraphs = body
    .split(/\n{2,}/)
    .map(
      (part) =>
        `<p class="ink" style="margin:0 0 16px;font-size:16px;line-height:25px;color:${INK}">${escapeHtml(part).replace(/\n/g, '<br>')}</p>`,
    )
    .join('')
  const head = logo
    ? `<img src="${escapeHtml(logo)}" alt="${escapeHtml(company)}" height="40" style="display:block;height:40px;max-width:220px;border:0;font-size:18px;font-weight:600;color:${INK}">`
    : `<span class="ink" style="font-size:19px;line-height:26px;font-weight:600;color:${INK}">${escapeHtml(company)}</span>`
  return `<!doctype html>
<html lang="${language}" xmlns:o="urn:schemas-microsoft-com:office:office">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="x-apple-disable-message-reformatting">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
<!--[if mso]><xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><style>*{font-family:'Segoe UI',Arial,sans-serif!important}</style><![endif]-->
<style>
@media (max-width:480px){.side{padding-left:20px!important;padding-right:20px!important}.gap{padding:16px 8px!important}.action{width:100%!important}.action a{display:block!important;text-align:center!important}}
@media (prefers-color-scheme:dark){.page{background:#14181d!important}.card{background:#1e242b!important;border-color:#39424c!important}.line{border-color:#39424c!important}.ink{color:#eef1f4!important}.grey{color:#a8b3be!important}.mark{background:#ffffff!important}}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f4f5f7;font-family:${FONT};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${escapeHtml(previewOf(body))}${'&#847;&zwnj;&nbsp;'.repeat(40)}</div>
${table(
  ' class="page" style="background:#f4f5f7"',
  `<tr><td class="gap" align="center" style="padding:32px 16px">
<!--[if mso]><table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
${table(
  ' class="card" style="max-width:560px;margin:0 auto;background:#ffffff;border:1px solid #dfe3e7;border-radius:8px;border-collapse:separate;overflow:hidden"',
  `<tr><td class="side mark" style="padding:20px 32px;background:#ffffff;border-bottom:4px solid ${colors.brand};border-radius:8px 8px 0 0">${head.replaceAll('class="ink" ', '')}</td></tr>
<tr><td class="side" style="padding:32px 32px 16px">${paragraphs}${action ? button(action, colors) : ''}</td></tr>
<tr><td class="side line" style="padding:16px 32px;border-top:1px solid #dfe3e7"><p class="grey" style="margin:0;font-size:13px;line-height:20px;color:${GREY}">${escapeHtml(footer)}${stop ? `<br><a class="grey" href="${escapeHtml(stop.url)}" style="color:${GREY}">${escapeHtml(stop.label)}</a>` : ''}</p></td></tr>`,
)}
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>`,
)}
</body></html>`
}

/** A coloured cell, which Outlook draws too; 48 px high for thumbs. */
function button({ url, label }: { url: string; label: string }, { brand, onBrand }: Letter['colors']): string {
  const link = `display:inline-block;padding:13px 24px;font-size:16px;line-height:22px;font-weight:600;color:${onBrand};text-decoration:none;border-radius:8px`
  return `<table role="presentation" class="action" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td bgcolor="${brand}" style="background:${brand};border-radius:8px"><a href="${escapeHtml(url)}" style="${link}">${escapeHtml(label)}</a></td></tr></table>`
}

/** The line that a mailbox shows beside the subject: the first line after the greeting. */
function previewOf(body: string): string {
  const [, ...rest] = body.split(/\n{2,}/)
  return (rest.join(' ') || body).replace(/\s+/g, ' ').slice(0, 120)
}
