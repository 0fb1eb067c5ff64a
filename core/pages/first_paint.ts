import type { Bootstrap, Branding } from '../contract/bootstrap.js'
import type { Opening } from '../contract/opening.js'
import type { PageDefinition } from '../contract/pages.js'
import { translate } from '../i18n/catalogue.js'
import { readableOn } from '../../themes/color.js'
import { surfacesOf } from '../../themes/surfaces.js'
import { DESKTOP_WIDTH, FONT_FAMILY, LEAD_WIDTH, PAGE_WIDTH } from '../../themes/tokens.js'
import { escapeHtml } from './escape_html.js'

/** The first paint of a page with navigation: its title, the line below, its width, and first content. */
export interface BarredPage {
  /** Pixels of the content above. */
  above: number
  /** Null when it is only its `state`. */
  heading: string | null
  lead: string | null
  width: NonNullable<PageDefinition['width']>
  back: string | null
  picture: NonNullable<Opening['picture']> | null
  part: NonNullable<Opening['part']> | null
  field: NonNullable<Opening['field']> | null
  state: NonNullable<Opening['state']> | null
}

/** A page in a `VisitorFrame`: its question. */
export interface VisitorWords {
  heading: string
  lead: string
}

/**
 * Returns the HTML of the page until the app replaces it. It has words, so that the browser can draw before a script runs: the navigation
 * and title of a page, the question of a visitor's page, or else the company's mark.
 */
export function firstPaint({ branding, lang }: Bootstrap, page: BarredPage | null, visitor: VisitorWords | null): string {
  const loading = escapeHtml(translate(lang, 'core.states.loading'))
  if (visitor)
    return `<div class="visitor" role="status" aria-busy="true" aria-label="${loading}">${mark(branding)}<div>${paragraph('title', visitor.heading)}${paragraph('lead', visitor.lead)}</div><i></i></div>`
  if (!page)
    return `<div class="splash" role="status" aria-busy="true">${mark(branding)}<div class="splash-bar"></div><p class="splash-text">${loading}</p></div>`
  return `<div class="shell" role="status" aria-busy="true" aria-label="${loading}"><div class="shell-bar">${mark(branding)}</div>
<div class="shell-page">${page.above ? '<i class="shell-first"></i>' : ''}${paragraph('back', page.back)}${paragraph('title', page.heading)}${paragraph('lead', page.lead)}${pictureOf(page)}${partOf(page)}${fieldOf(page)}${stateOf(page) || '<i></i><i></i><i></i>'}</div><div class="shell-foot"></div></div>`
}

const paragraph = (name: string, words: string | null) => (words ? `<p class="shell-${name}">${escapeHtml(words)}</p>` : '')

const pictureOf = ({ picture }: BarredPage) =>
  picture
    ? `${picture.below ? '<i class="shell-above"></i>' : ''}<img class="shell-picture" src="${escapeHtml(picture.url)}" alt="" fetchpriority="high">`
    : ''

const partOf = ({ part }: BarredPage) =>
  part
    ? `<i class="shell-above"></i><div class="shell-part"><p class="shell-part-title">${escapeHtml(part.title)}</p><p class="shell-part-text">${escapeHtml(part.text)}</p></div>`
    : ''

/** Longer texts reach below any screen. */
const FIELD_LENGTH = 2000
const fieldOf = ({ field }: BarredPage) =>
  field ? `<i class="shell-above"></i><p class="shell-field">${escapeHtml(field.text.slice(0, FIELD_LENGTH))}</p>` : ''

const stateOf = ({ state, heading }: BarredPage) =>
  state
    ? `<div class="shell-state"><b></b><div>${paragraph(heading ? 'state-title' : 'title', state.title)}${paragraph('lead', state.text)}</div></div>`
    : ''

function mark(branding: Branding): string {
  const name = escapeHtml(branding.companyName)
  return branding.logoUrl
    ? `<img class="splash-logo" src="${escapeHtml(branding.logoUrl)}" alt="${name}">`
    : `<strong class="splash-name">${name}</strong>`
}

/** On phones only: wide screens show something beside it and run scripts sooner. */
const pictureCss = ({ shape, below }: NonNullable<Opening['picture']>) => `.shell-picture,.shell-above{display:none!important}
@media(max-width:599px){.shell-picture,.shell-page .shell-above{display:block!important}.shell-page .shell-above{height:${below}px;margin:24px 0 0}
.shell-picture{width:100%;margin:${below ? 20 : 24}px 0 16px;object-fit:cover;border-radius:8px;${shape === 'card' ? 'height:160px' : 'aspect-ratio:16/9'}}}`

const partCss = (
  below: number,
  paper: string,
  divider: string,
  quiet: string,
) => `.shell-page .shell-above{height:${below}px;margin:24px 0 ${below ? 20 : 0}px}${below ? '' : '@media(min-width:900px){.shell-page .shell-above{margin-top:28px}}'}
.shell-part{margin-bottom:16px;padding:16px;min-height:240px;background:${paper};border:1px solid ${divider};border-radius:8px}@media(min-width:600px){.shell-part{padding:20px}}
.shell-part p{margin:0}.shell-part-title{font-size:1.25rem;line-height:28px;font-weight:650;letter-spacing:-.012em}.shell-part p+p{margin-top:4px;font-size:.875rem;line-height:20px;color:${quiet}}`

const fieldCss = ({ rows, below }: NonNullable<Opening['field']>, paper: string, divider: string) =>
  `.shell-page .shell-above{height:${below}px;margin:24px 0 16px}.shell-field{min-height:${rows * 24 + 26}px;margin:0 0 16px;padding:13px 29px;background:${paper};border:1px solid ${divider};border-radius:8px;font-size:1rem;line-height:24px;white-space:pre-wrap;overflow-wrap:break-word}`

/** The same as `EmptyState` and `NoPermission` of web/ui. */
const STATE_CSS = `.shell-state{display:flex;flex-direction:column;align-items:center;gap:16px;max-width:480px;margin:0 auto;padding:48px 16px;text-align:center}
.shell-title+.shell-state{margin-top:24px}.shell-state div{display:grid;gap:4px}.shell-state .shell-lead{margin:0;text-wrap:balance}
.shell-state-title{margin:0;font-size:1.0625rem;line-height:24px;font-weight:650}
.shell-state b{width:56px;height:56px;border-radius:16px;background:var(--brand-primary);opacity:.12}`

/**
 * In a tab that remembers `?hidenavigation=1` or `?mode=lti` (web/session/atoms.ts) the app draws no navigation. Only the tab knows, so a
 * script says so before the first paint.
 */
export const BARE_TAB = `try{if(sessionStorage.hidenavigation==='1'||sessionStorage.lti_mode==='1')document.documentElement.className='bare'}catch{}`

/** Styles with the sizes of web/shell/layout, so that nothing moves when the app takes over. */
export function firstPaintCss(
  { primaryColor, secondaryColor, theme }: Branding,
  page: BarredPage | null,
  visitor: VisitorWords | null,
): string {
  const { background, paper, text, textSecondary, divider, track } = surfacesOf(theme)
  const ground = `:root{--brand-primary:${primaryColor};--brand-secondary:${secondaryColor};--brand-on-primary:${readableOn(primaryColor)}}
html,body{margin:0;min-height:100%;background:${background}}`
  if (visitor)
    return `${ground}
.visitor{display:flex;flex-direction:column;align-items:center;gap:24px;box-sizing:border-box;padding:24px 16px;font-family:${FONT_FAMILY};color:${text};text-align:center}
.visitor div{display:grid;gap:12px;max-width:560px}.visitor p{margin:0}.splash-logo{height:40px}.splash-name{font-size:22px;line-height:40px}
.shell-title{font-size:1.75rem;line-height:36px;font-weight:680;letter-spacing:-.02em;text-wrap:balance}.shell-lead{line-height:24px;color:${textSecondary};text-wrap:pretty}
.visitor i{width:100%;max-width:560px;height:180px;border-radius:8px;background:${track};opacity:.6}
@media(min-width:600px){.visitor{padding:24px 20px}}@media(min-width:${DESKTOP_WIDTH}px){.visitor{padding-top:40px}}`
  if (!page)
    return `${ground}
.splash{min-height:100vh;display:flex;flex-direction:column;align-items:center;justify-content:center;gap:24px;font-family:${FONT_FAMILY};color:${text}}
.splash-logo{max-width:220px;max-height:72px}.splash-name{font-size:22px}.splash-text{margin:-8px 0 0;font-size:14px;color:${textSecondary}}
.splash-bar{width:120px;height:4px;border-radius:2px;background:linear-gradient(90deg,var(--brand-primary) 40%,${track} 40%)}`
  return `${ground}
.shell{min-height:100vh;box-sizing:border-box;font-family:${FONT_FAMILY};color:${text}}.shell *{box-sizing:border-box}
.shell-bar{display:flex;align-items:center;height:57px;padding:0 16px;background:${paper};border-bottom:1px solid ${divider}}
.splash-logo{height:32px;width:fit-content;max-width:192px;object-fit:contain}.splash-name{font-size:18px;line-height:32px;letter-spacing:-.015em;white-space:nowrap}
.shell-page{max-width:${PAGE_WIDTH[page.width] + 48}px;margin:0 auto;padding:16px}
.shell-title{margin:0;font-size:1.75rem;line-height:36px;font-weight:680;letter-spacing:-.02em;overflow-wrap:anywhere}
.shell-lead{margin:4px 0 0;max-width:${LEAD_WIDTH}px;line-height:24px;text-wrap:pretty;overflow-wrap:anywhere;color:${textSecondary}}
.shell-page i{display:block;height:140px;margin-bottom:16px;border-radius:8px;background:${track};opacity:.6}.shell-page p+i{margin-top:24px}
.shell-back{display:flex;align-items:center;height:44px;margin:0 0 8px;padding-left:24px;font-size:.875rem;font-weight:550;color:var(--brand-primary)}
${page.above ? `.shell-page .shell-first{height:${page.above}px;margin-bottom:20px;max-width:360px}` : ''}${page.state ? STATE_CSS : ''}
${page.picture ? pictureCss(page.picture) : ''}${page.part ? partCss(page.part.below, paper, divider, textSecondary) : ''}${page.field ? fieldCss(page.field, paper, divider) : ''}
.shell-foot{position:fixed;inset:auto 0 0;height:calc(65px + env(safe-area-inset-bottom));background:${paper};border-top:1px solid ${divider}}
@media(min-width:${DESKTOP_WIDTH}px){.shell-back{height:24px}.shell-bar{height:65px;padding:0 24px}.shell-page{padding:32px 24px}.shell-foot{display:none}}
.bare .shell-bar,.bare .shell-foot{display:none}.bare .shell-page{padding-top:12px}
@media(min-width:${DESKTOP_WIDTH}px){.bare .shell-page{padding-top:24px}}`
}
