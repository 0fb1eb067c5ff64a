import type { Bootstrap } from '#core/contract/bootstrap'

function readBootstrap(): Bootstrap {
  const text = document.getElementById('bootstrap')?.textContent
  if (!text) throw new Error('The page carries no <script id="bootstrap">: the server must render it.')
  return JSON.parse(text) as Bootstrap
}

/** The data that the server put in the page. It never changes: signing in or out loads a new page. */
export const bootstrap: Bootstrap = readBootstrap()

/** The nonce of the content security policy. Read the property: browsers hide the attribute. */
export const cspNonce: string | undefined = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined
