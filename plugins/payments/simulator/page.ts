import { translate } from '#core/kit/words'
import type { Session } from './state.js'
import { WAYS } from './till.js'

const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** The payment page, marked in red as a test. */
export function payPage(session: Session, isDeclined: boolean): string {
  const say = (key: string) => escape(translate(session.locale, `payments.simulator.${key}`))
  const amount = new Intl.NumberFormat(session.locale, { style: 'currency', currency: session.currency }).format(session.amount / 100)
  const isOpen = session.status === 'open'
  return `<!doctype html>
<html lang="${escape(session.locale)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${say('title')}</title>
<style>
*{box-sizing:border-box}body{margin:0;font:16px/1.5 system-ui,sans-serif;background:#f4f5f7;color:#1a1d21}
.test{background:#b3261e;color:#fff;padding:12px 20px;text-align:center;font-weight:600}
main{max-width:440px;margin:32px auto;padding:24px;background:#fff;border-radius:12px;border:1px solid #dfe2e6}
h1{font-size:20px;margin:0 0 4px}p{margin:0 0 16px;color:#50565e}.amount{font-size:32px;font-weight:700;margin:0 0 20px;color:#1a1d21}
button{display:block;width:100%;min-height:44px;margin-top:8px;padding:10px 14px;font:inherit;border-radius:8px;border:1px solid #c6cad0;background:#fff;color:inherit;cursor:pointer;text-align:left}
button:first-of-type{background:#1f5fbf;border-color:#1f5fbf;color:#fff;font-weight:600;text-align:center}
button:hover{filter:brightness(.96)}button:focus-visible{outline:3px solid #7aa7ea;outline-offset:2px}
p.declined{color:#b3261e;font-weight:600}
@media(max-width:480px){main{margin:0;border:0;border-radius:0}}
</style></head>
<body><div class="test" role="note">${say('test')}</div>
<main><h1>${escape(session.name)}</h1><p>${escape(session.email)}</p><div class="amount">${escape(amount)}</div>
${isDeclined && isOpen ? `<p role="alert" class="declined">${say('declined')}</p>` : ''}${isOpen ? `<form method="post">${WAYS.map((way) => `<button name="way" value="${way}">${say(way)}</button>`).join('')}</form>` : `<p>${say(session.paid ? 'is_paid' : 'is_over')}</p><a href="${escape(session.success)}">${say('back')}</a>`}
</main></body></html>`
}
