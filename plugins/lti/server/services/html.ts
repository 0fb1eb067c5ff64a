import { randomBytes } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'

const escape = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
const json = (value: unknown) => JSON.stringify(value).replace(/</g, '\\u003c')

// Neutral colours, because the company may be unknown. The short text is readable, also on a phone.
const LOOK = `body{font:16px/1.5 system-ui,sans-serif;color:#1a1c23;max-width:32rem;margin:12vh auto;padding:0 1.5rem;overflow-wrap:anywhere}h1{font-size:1.5rem;line-height:1.25}small{color:#5a5f6d}a.button{display:inline-block;padding:.6rem 1.2rem;border-radius:.4rem;background:#1a1c23;color:#fff;text-decoration:none}`

/**
 * A page that the browser only passes through: a script of ours continues automatically, with a text for browsers without scripts.
 * @param framedBy who may frame it; `*` when nothing can be clicked and nobody is known yet
 * @param formTo the one origin, besides our own, that its form may post to
 */
function passing(
  ctx: HttpContext,
  {
    title,
    language,
    body,
    script,
    framedBy,
    formTo,
    referrer = 'no-referrer',
  }: {
    title: string
    /** For its texts; a page that is only passed through has none. */
    language?: string
    body: string
    script: string
    framedBy: readonly string[] | '*' | null
    formTo?: string
    referrer?: 'no-referrer' | 'same-origin'
  },
): void {
  const nonce = randomBytes(16).toString('base64')
  const ancestors = framedBy === '*' ? '*' : framedBy?.length ? framedBy.join(' ') : "'none'"
  ctx.response.header(
    'Content-Security-Policy',
    `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'self'${formTo ? ` ${formTo}` : ''}; frame-ancestors ${ancestors}`,
  )
  ctx.response.header('Referrer-Policy', referrer)
  ctx.response.header('Content-Type', 'text/html; charset=utf-8')
  ctx.response.send(
    `<!doctype html><html${language ? ` lang="${escape(language)}"` : ''}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(title)}</title><style nonce="${nonce}">${LOOK}</style></head><body>${body}<script nonce="${nonce}">${script}</script></body></html>`,
  )
}

// How long the platform's page may take to confirm storage when a cookie works too.
const PUT_MS = 3000
// The same when nothing else stores it, or when reading it: the surrounding page may be busy rendering.
const GET_MS = 9000
// A frame name that the surrounding page does not have cannot be asked, and a separate window has no surrounding page.
const ask = (
  /** For the script: a number, or an expression that gives one. */
  waitMs: number | string,
) => `const ask=(subject,more,done)=>{const id=Math.random().toString(36).slice(2);let frame=parent;try{if(where!=='_parent')frame=parent.frames[where]||parent}catch{}
let over=false;const end=(data)=>{if(over)return;over=true;removeEventListener('message',hear);done(data)};
const hear=(event)=>{if(event.origin===origin&&event.data&&event.data.message_id===id&&event.data.subject===subject+'.response')end(event.data)};
addEventListener('message',hear);setTimeout(()=>end(null),${waitMs});
if(parent===window)return end(null);
try{frame.postMessage({subject,message_id:id,...more},origin)}catch{end(null)}};`

// A test cookie: whether this browser stores cookies in this frame. A browser that forbids reading them counts as storing them.
const KEEPS_COOKIES = `const keepsCookies=()=>{try{const name='lti_try',as='; path=/lti; SameSite=None; Secure; Partitioned';document.cookie=name+'=1'+as;const kept=document.cookie.includes(name+'=1');document.cookie=name+'=; Max-Age=0'+as;return kept}catch{return true}};`

/** The address for starting a login again outside a frame, and the texts of the page that offers it. */
export interface InWindow {
  href: string
  title: string
  text: string
  button: string
  language: string
}

/**
 * Continues to the sign-in page, in a frame. First the platform's page stores the browser's secret, if it offers that (`storage`). If
 * neither that page nor the browser can store it, the launch could not be completed: a button then opens the login in a new window. This
 * happens before the platform is contacted, because some platforms (Moodle, Canvas) accept the values of a login only once.
 */
export function goOnInFrame(
  ctx: HttpContext,
  {
    to,
    storage,
    inWindow,
  }: { to: string; storage: { frame: string; origin: string; key: string; value: string } | null; inWindow: InWindow },
): void {
  const { href, title, text, button, language } = inWindow
  const goOn = `${KEEPS_COOKIES}const cookies=keepsCookies();const goOn=(isKept)=>{if(isKept||cookies)location.replace(${json(to)});else document.querySelector('main').hidden=false};`
  const keep = storage
    ? `const where=${json(storage.frame)},origin=${json(storage.origin)};${ask(`cookies?${PUT_MS}:${GET_MS}`)}ask('lti.put_data',{key:${json(storage.key)},value:${json(storage.value)}},(data)=>goOn(Boolean(data)&&!data.error))`
    : 'goOn(false)'
  const body = `<main hidden><h1>${escape(title)}</h1><p>${escape(text)}</p><p><a class="button" href="${escape(href)}" target="_blank" rel="noopener">${escape(button)}</a></p></main>`
  passing(ctx, { title, language, body, script: goOn + keep, framedBy: '*' })
}

/** Reads the browser's secret from the platform's page and posts the launch again with it. */
export function relaunchWithSecret(
  ctx: HttpContext,
  {
    storage,
    origin,
    key,
    token,
    state,
    title,
    framedBy,
  }: { storage: string; origin: string; key: string; token: string; state: string; title: string; framedBy: readonly string[] },
): void {
  const body = `<form method="post" action="/lti/launch"><input type="hidden" name="id_token" value="${escape(token)}"><input type="hidden" name="state" value="${escape(state)}"><input type="hidden" name="proof" value=""></form>`
  const script = `const where=${json(storage)},origin=${json(origin)};${ask(GET_MS)}ask('lti.get_data',{key:${json(key)}},(data)=>{const form=document.forms[0];form.elements.proof.value=data&&typeof data.value==='string'?data.value:'-';form.submit()})`
  // Without a referrer a form does not prove that it is ours, and its values are ignored (isSameBrowser).
  passing(ctx, { title, body, script, framedBy, referrer: 'same-origin' })
}

/** Returns the selection to the platform through the browser. */
export function postBack(
  ctx: HttpContext,
  { to, jwt, title, button, framedBy }: { to: string; jwt: string; title: string; button: string; framedBy: readonly string[] | null },
): void {
  const body = `<form method="post" action="${escape(to)}"><input type="hidden" name="JWT" value="${escape(jwt)}"><noscript><button>${escape(button)}</button></noscript></form>`
  passing(ctx, { title, body, script: 'document.forms[0].submit()', framedBy, formTo: new URL(to).origin })
}

/** Tells the platform's page that a registration is complete, and closes. */
export function closeRegistration(ctx: HttpContext, { language, title, text }: { language: string; title: string; text: string }): void {
  const script = `(window.opener||window.parent).postMessage({subject:'org.imsglobal.lti.close'},'*')`
  passing(ctx, { language, title, body: `<h1>${escape(title)}</h1><p>${escape(text)}</p>`, script, framedBy: '*' })
}

/** Shows a message to an unknown person in any frame: there is nothing to click and no session. */
export function showMessage(
  ctx: HttpContext,
  { language, title, text, detail, status }: { language: string; title: string; text: string; detail: string; status: number },
): void {
  ctx.response.status(status)
  passing(ctx, {
    language,
    title,
    body: `<h1>${escape(title)}</h1><p>${escape(text)}</p><p><small>${escape(detail)}</small></p>`,
    script: '',
    framedBy: '*',
  })
}
