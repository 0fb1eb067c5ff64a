import MarkdownIt from 'markdown-it'

const { escapeHtml } = new MarkdownIt().utils
const LOOK = 'html,body{margin:0;height:100%}iframe{display:block;width:100%;height:100%;border:0}'

/**
 * The page around a package, when packages have their own origin. It provides the API, because SCORM expects it in a window above the
 * package: many packages search from `window.parent` and never in their own window. It stays loaded while pages of the package replace each
 * other.
 * @param base prefix of the item's addresses @param page address of its first page
 */
export function playerPage({
  base,
  page,
  title,
  language,
}: {
  base: string
  page: string
  title: string
  language: string | null
}): string {
  return `<!doctype html>
<html lang="${escapeHtml(language ?? '')}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${LOOK}</style><script src="${base}/~library.js"></script><script src="${base}/~begin.js"></script></head>
<body><iframe src="${escapeHtml(page)}" title="${escapeHtml(title)}" allow="autoplay; fullscreen"></iframe></body></html>
`
}

/** Inserts scripts before the page's first script; the page's own bytes are not changed, whatever their encoding. Pure. */
export function withScripts(page: Buffer, addresses: readonly string[]): Buffer {
  const scripts = Buffer.from(addresses.map((address) => `<script src="${address}"></script>`).join(''))
  const text = page.toString('latin1')
  const head = /<head(?:\s[^>]*)?>/i.exec(text) ?? /<html(?:\s[^>]*)?>/i.exec(text) ?? /<!doctype[^>]*>/i.exec(text)
  const at = head ? head.index + head[0].length : 0
  return Buffer.concat([page.subarray(0, at), scripts, page.subarray(at)])
}
