import MarkdownIt from 'markdown-it'
import { helpArticles, pathForHelp } from '#core/kit/help'
import type { Session } from '#core/kit/scope'

// Articles come with plugins. Raw HTML is off all the same: no article needs it.
const markdown = new MarkdownIt({ html: false })

const PAGE_LINK = /\[([^\]]+)\]\(page:([\w.]+)\)/g

/** `[Deelnemers](page:people.participants)` becomes a link, or plain words for somebody who may not open that page. */
const withPaths = (text: string, session: Session) =>
  text.replaceAll(PAGE_LINK, (_, words: string, page: string) => {
    const path = pathForHelp(page, session, session.enabledPlugins)
    return path ? `[${words}](${path})` : words
  })

/** Markdown without the marks that articles use: links and bold. */
const plainText = (text: string) =>
  text
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll('**', '')
    .replaceAll('\n', ' ')

export interface ShownArticle {
  plugin: string
  name: string
  title: string
  /** Its first paragraph, without markup. */
  summary: string
  /** Sanitised. */
  html: string
}

/** The help articles that this person can use, in their language. */
export function helpFor(session: Session): ShownArticle[] {
  return helpArticles(session, session.enabledPlugins, session.row.language).map(({ plugin, name, title, text }) => ({
    ...{ plugin, name, title },
    summary: plainText(text.split('\n\n')[0]!),
    html: markdown.render(withPaths(text, session)),
  }))
}
